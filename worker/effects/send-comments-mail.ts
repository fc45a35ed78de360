import { postOwnerOf } from "#db/content/post-owner.ts";
import { commentsMail, commentsNotification } from "../mail/comments-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { isLate, LATE_CONTENT_MAILS } from "./late-mail.ts";
import { sendMail } from "./send-mail.ts";

/** Mails the team about a customer's comments, and the customer about an operator's. */
export function sendCommentsMail(deps: EffectDeps): Effect<"CommentsAnnounced"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { id, data, correlationId } = event;
      const { userId, enquiryId, by } = data;
      const comments = await deps.findAnnouncedComments(id);
      if (comments === null) return skipped("erased");
      if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) {
        return skipped("no_longer_true");
      }
      const [user, trial] = await Promise.all([
        userId === null ? null : deps.findUserContact(userId),
        enquiryId === undefined
          ? null
          : deps.findTrialReader({ enquiryId, postIds: comments.postIds }),
      ]);
      const to = user?.email ?? trial?.email ?? null;
      const facts = { comments, siteUrl: deps.siteUrl, correlationId };
      if (by === "customer") {
        const mail = commentsNotification({
          ...facts,
          to: deps.teamEmail,
          customerEmail: to,
          customerKey: postOwnerOf(data).id,
          opsUrl: deps.opsUrl,
        });
        return sendMail(deps.mailer, mail, idempotencyKey);
      }
      if (to === null) return skipped("no_address");
      const linkId = trial?.linkId ?? null;
      // Without an account only a link opens the post.
      if (trial !== null && linkId === null) return skipped("expired");
      const mail = commentsMail({
        ...facts,
        to,
        firstName: user?.firstName ?? trial?.firstName ?? null,
        accountManager: user?.accountManager ?? null,
        token: linkId === null ? null : deps.contentLinks.token("approval", linkId),
        apiUrl: deps.apiUrl,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
