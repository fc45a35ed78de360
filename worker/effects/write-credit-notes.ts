import type { Effect, EffectDeps } from "./effect.ts";

export function writeCreditNotes({
  stripeActions,
}: Pick<EffectDeps, "stripeActions">): Effect<"RefundIssued"> {
  return {
    queue: "billing",
    repeatMayDuplicate: false,
    async run({ data: { customerId, orderId } }) {
      const externalId = await stripeActions.creditRefunds({ customerId, orderId });
      return { externalId, facts: { orderId } };
    },
  };
}
