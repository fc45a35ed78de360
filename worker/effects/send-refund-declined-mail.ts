import type { RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { sendBillingMail } from "./send-billing-mail.ts";

/** The operator's words are not in the event: they may be about a person. */
export function sendRefundDeclinedMail(deps: EffectDeps): Effect<"RefundDeclined"> {
  const mail = sendBillingMail<RefundRequestFacts & { reason: string | null }>(
    deps,
    "refund-declined",
  );
  return {
    ...mail,
    async run(event, idempotencyKey) {
      const reason = await deps.findDeclineReason(event.data.refundRequestId);
      return mail.run({ ...event, data: { ...event.data, reason } }, idempotencyKey);
    },
  };
}
