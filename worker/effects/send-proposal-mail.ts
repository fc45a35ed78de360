import { proposalMail } from "../mail/proposal-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

export function sendProposalMail(
  deps: Pick<EffectDeps, "findUserContact" | "countWaitingPosts" | "mailer" | "siteUrl">,
): Effect<"PostProposed"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    external: true,
    async run({ data, correlationId }, idempotencyKey) {
      // Whoever has no account cannot open the calendar.
      if (data.userId === null) return skipped("no_address");
      const [user, waiting] = await Promise.all([
        deps.findUserContact(data.userId),
        deps.countWaitingPosts(data.userId),
      ]);
      if (user === null || user.email === null) return skipped("no_address");
      if (waiting === 0) return skipped("decided_or_withdrawn");
      const mail = proposalMail({
        to: user.email,
        firstName: user.firstName,
        waiting,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
