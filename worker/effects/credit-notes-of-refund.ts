import type { EventOf } from "#contracts/events/catalogue.ts";
import { StripeRejected } from "../billing/stripe-calls.ts";
import type { BillingMailInput } from "../mail/billing-mail.ts";
import type { EffectDeps } from "./effect-deps.ts";

type Refund = Pick<EventOf<"RefundIssued">, "correlationId" | "data">;

/**
 * Finds the credit notes of a refund, and has those written that are missing. Empty when Stripe refuses to write them, of
 * which the effect that writes them tells the team.
 */
export async function creditNotesOfRefund(
  { listCreditNotes, stripeActions }: EffectDeps,
  { correlationId, data: { customerId, orderId, refundIds } }: Refund,
): Promise<BillingMailInput["creditNotes"]> {
  const find = async () => {
    const notes = await listCreditNotes(orderId);
    return notes.filter((note) => note.refundIds.some((id) => refundIds.includes(id)));
  };
  let notes = await find();
  if (notes.length < refundIds.length) {
    try {
      await stripeActions.creditRefunds({ customerId, orderId, correlationId });
    } catch (error) {
      if (!(error instanceof StripeRejected)) throw error;
    }
    notes = await find();
  }
  return notes.flatMap(({ number, url }) => (url === null ? [] : [{ number, url }]));
}
