import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { teamNotification } from "../mail/team-notification.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";

export function teamNotificationMail(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    external: true,
    async run(event, idempotencyKey) {
      const submission = await deps.getEnquiry(event.data.submissionId);
      if (submission.email === ERASED_EMAIL) return skipped("erased");
      const mail = teamNotification(submission, {
        to: deps.teamEmail,
        opsUrl: deps.opsUrl,
        siteUrl: deps.siteUrl,
        eventId: event.id,
        correlationId: event.correlationId,
        occurredAt: event.occurredAt,
      });
      const { externalId } = await deps.mailer.send(mail, idempotencyKey);
      return { externalId, facts: { template: mail.template } };
    },
  };
}
