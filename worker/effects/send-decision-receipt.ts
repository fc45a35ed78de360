import { decisionMail } from "../mail/decision-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendDecisionReceipt(
  deps: EffectDeps,
  reader: "decider" | "owner" = "decider",
): Effect<"DecisionsAnnounced"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const receipt = await deps.findReceipt(event.id, reader);
      // A decision that was taken back meanwhile is in the next email.
      if (receipt === null) return skipped("erased");
      if (receipt.email === null) return skipped("no_address");
      const mail = decisionMail({
        to: receipt.email,
        firstName: receipt.firstName,
        decidedBy: reader === "owner" ? receipt.decidedBy : null,
        decisions: receipt.decisions,
        hasCalendar: receipt.hasCalendar,
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
