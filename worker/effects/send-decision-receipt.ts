import type { EventOf } from "#contracts/events/catalogue.ts";
import { decisionMail } from "../mail/decision-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, type SharedEffect, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

type Decided = EventOf<"PostApproved"> | EventOf<"PostChangesRequested">;

export function sendDecisionReceipt(
  deps: Pick<EffectDeps, "claimReceipt" | "mailer" | "siteUrl">,
  reader: "decider" | "owner" = "decider",
): SharedEffect<Decided> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    external: true,
    async run(event, idempotencyKey) {
      const receipt = await deps.claimReceipt(event, reader);
      if (receipt === null) return skipped("named_in_another_mail");
      if (receipt.email === null) return skipped("no_address");
      const mail = decisionMail({
        to: receipt.email,
        firstName: receipt.first_name,
        decidedBy: reader === "owner" ? receipt.decided_by : null,
        decisions: receipt.decisions.map(({ planned_on, planned_time, ...decision }) => ({
          ...decision,
          plannedOn: planned_on,
          plannedTime: planned_time,
        })),
        hasCalendar: receipt.has_calendar,
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
