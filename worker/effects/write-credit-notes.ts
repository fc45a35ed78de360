import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";

export function writeCreditNotes({ stripeActions }: EffectDeps): Effect<"RefundIssued"> {
  return {
    queue: "billing",
    repeatMayDuplicate: false,
    async run({ data: { customerId, orderId }, correlationId }) {
      const input = { customerId, orderId, correlationId };
      const externalId = await stripeActions.creditRefunds(input);
      return { externalId, facts: { orderId } };
    },
  };
}
