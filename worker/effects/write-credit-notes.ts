import type { Effect, EffectDeps } from "./effect.ts";

export function writeCreditNotes({
  stripeActions,
}: Pick<EffectDeps, "stripeActions">): Effect<"RefundIssued"> {
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
