import type { Stripe } from "stripe";
import { idOf } from "#db/stripe/id-of.ts";
import { listAll, withArchived } from "#db/stripe/with-archived.ts";
import type { BillingDeps } from "./billing-deps.ts";

type CreditDeps = Pick<BillingDeps, "stripe" | "now">;

/**
 * Writes a credit note for each refund of a paid invoice that has none, because a refund leaves
 * Stripe's totals of VAT as they were. Safe to repeat.
 *
 * Stripe voids no note of a paid invoice, and its notes may not exceed its total. So the note of a refund that failed
 * covers the refunds that take its place.
 *
 * @returns Stripe's id of the last credit note
 */
export async function creditRefunds(
  deps: CreditDeps,
  invoice: Stripe.Invoice,
): Promise<string | null> {
  const { stripe } = deps;
  const notes = await listAll(stripe.creditNotes.list({ invoice: invoice.id, limit: 100 }));
  const links = notes.flatMap((note) => note.refunds);
  const credited = new Set(links.map(({ refund }) => idOf(refund)));
  const refunds = await listRefunds(stripe, invoice.id);
  const failed = new Set(refunds.filter(({ status }) => !isSent(status)).map(({ id }) => id));
  let coveredPence = links
    .filter(({ refund }) => failed.has(idOf(refund)))
    .reduce((sum, link) => sum + link.amount_refunded, 0);
  let noteId: string | null = null;
  for (const refund of refunds) {
    if (failed.has(refund.id) || credited.has(refund.id)) continue;
    const pence = Math.max(0, refund.amount - coveredPence);
    coveredPence -= refund.amount - pence;
    if (pence > 0) noteId = await writeNote(deps, invoice, refund, pence);
  }
  return noteId;
}

function isSent(status: string | null): boolean {
  return status === "succeeded" || status === "pending";
}

/** The oldest first, so that a repeat gives each refund the same part. */
async function listRefunds(stripe: Stripe, invoice: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = [];
  for await (const { payment } of stripe.invoicePayments.list({ invoice, limit: 100 })) {
    const { payment_intent: intent } = payment;
    if (typeof intent !== "string") continue;
    refunds.push(...(await listAll(stripe.refunds.list({ payment_intent: intent, limit: 100 }))));
  }
  return refunds.toReversed();
}

async function writeNote(
  { stripe, now }: CreditDeps,
  { id: invoice, number, default_tax_rates: taxRates }: Stripe.Invoice,
  refund: Stripe.Refund,
  pence: number,
): Promise<string> {
  const rateIds = taxRates.map(({ id }) => id);
  const create = (isRepeat: boolean) =>
    stripe.creditNotes.create(
      {
        invoice,
        // Our own mail announces the refund.
        email_type: "none",
        ...(refund.reason === "duplicate" && { reason: "duplicate" }),
        // Lines of the invoice would have to share out a partial refund.
        lines: [
          {
            type: "custom_line_item",
            description: `Refund of invoice ${number}`,
            quantity: 1,
            unit_amount: pence,
            tax_rates: rateIds,
          },
        ],
        refunds: [{ refund: refund.id, amount_refunded: pence }],
      },
      { idempotencyKey: `credit:${refund.id}${isRepeat ? ":archived" : ""}` },
    );
  const note = await withArchived({ stripe, now }, { priceIds: [], rateIds }, create);
  return note.id;
}
