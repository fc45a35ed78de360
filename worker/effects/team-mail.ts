import { ERASED_ADDRESS } from "#contracts/erased-address.ts";
import { teamNotification } from "../mail/team-notification.tsx";
import { MAIL_PRIORITY } from "../queues.ts";
import type { EffectDeps } from "./catalogue.ts";
import { type Effect, skipped } from "./effect.ts";

/** Tells the team of an enquiry. */
export function teamMail(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    external: true,
    async run(event, idempotencyKey) {
      const submission = await deps.loadSubmission(event.data.submissionId);
      if (submission.email === ERASED_ADDRESS) return skipped("erased");
      const mail = teamNotification(submission, {
        to: deps.teamEmail,
        opsUrl: deps.opsUrl,
        siteUrl: deps.siteUrl,
        eventId: event.id,
        correlationId: event.correlationId,
        occurredAt: event.occurredAt,
      });
      const { providerId } = await deps.mailer.send(mail, idempotencyKey);
      return { providerId, facts: { template: mail.template } };
    },
  };
}
