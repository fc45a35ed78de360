import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { teamNotification } from "../mail/team-notification.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendTeamNotification(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ id, data, occurredAt, correlationId }, idempotencyKey) {
      const enquiry = await deps.getEnquiry(data.submissionId);
      if (enquiry.email === ERASED_EMAIL) return skipped("erased");
      if (enquiry.isInDigest) return skipped("in_digest");
      const mail = teamNotification(enquiry, {
        to: deps.teamEmail,
        opsUrl: deps.opsUrl,
        siteUrl: deps.siteUrl,
        eventId: id,
        correlationId,
        occurredAt,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
