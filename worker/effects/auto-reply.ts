import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { autoReplyMail } from "../mail/auto-reply.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";

/** Once a day per mailbox, because anyone can enter any address. */
export function autoReply(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.autoReply,
    external: true,
    async run(event, idempotencyKey) {
      const { submissionId } = event.data;
      const submission = await deps.getEnquiry(submissionId);
      if (submission.email === ERASED_EMAIL) return skipped("erased");
      if (!(await deps.claimAutoReply(submissionId))) return skipped("one_per_mailbox_a_day");
      const mail = autoReplyMail(submission, {
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      const { externalId } = await deps.mailer.send(mail, idempotencyKey);
      return { externalId, facts: { template: mail.template } };
    },
  };
}
