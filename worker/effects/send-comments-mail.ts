import { postOwnerOf } from "#db/content/post-owner.ts";
import { commentsMail, commentsNotification } from "../mail/comments-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

/** To the team about a customer's comments, to the customer about an operator's. */
export function sendCommentsMail(
  deps: Pick<
    EffectDeps,
    "findUserContact" | "findAnnouncedComments" | "mailer" | "siteUrl" | "opsUrl" | "teamEmail"
  >,
): Effect<"CommentsAnnounced"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    external: true,
    async run({ id, data, correlationId }, idempotencyKey) {
      const { userId, by } = data;
      const [user, comments] = await Promise.all([
        userId === null ? null : deps.findUserContact(userId),
        deps.findAnnouncedComments(id),
      ]);
      if (comments === null) return skipped("erased");
      const facts = { comments, siteUrl: deps.siteUrl, correlationId };
      if (by === "customer") {
        const mail = commentsNotification({
          ...facts,
          to: deps.teamEmail,
          customerEmail: user?.email ?? null,
          customerKey: postOwnerOf(data).id,
          opsUrl: deps.opsUrl,
        });
        return sendMail(deps.mailer, mail, idempotencyKey);
      }
      // Whoever has no account cannot open the calendar.
      if (user === null || user.email === null) return skipped("no_address");
      const mail = commentsMail({
        ...facts,
        to: user.email,
        firstName: user.firstName,
        accountManager: user.accountManager,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
