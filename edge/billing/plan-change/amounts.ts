import type { Stripe } from "stripe";
import type * as z from "zod";
import type { UpcomingInvoice } from "#contracts/billing/stripe-state.ts";
import { splitTotal } from "#contracts/billing/upcoming-payments.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { StripeChangePreview, type StripeInvoicePreview } from "#db/stripe/response-shapes.ts";
import { type ItemChange, itemsOf, phasesOf } from "./item-changes.ts";
import type { AcceptedPlanChange, StripeSubscriptionRead } from "./read.ts";

type DueToday = {
  readonly pence: number;
  /** Customer balance afterwards; negative is credit. */
  readonly balancePence: number;
  /** Those that waited for an invoice. */
  readonly invoiceItems: ReadonlySet<string>;
};

const NOTHING: DueToday = { pence: 0, balancePence: 0, invoiceItems: new Set() };

type PreviewedChange = { decision: AcceptedPlanChange; changes: readonly ItemChange[] };

/** @param change.prorationDate seconds since the epoch */
export async function previewDueToday(
  stripe: Stripe,
  { id, snapshot }: StripeSubscriptionRead,
  { decision, changes, prorationDate }: PreviewedChange & { prorationDate: number },
): Promise<DueToday> {
  // A trial's preview would be its first payment.
  if (decision.when === "period_end" || snapshot.status === "trialing") return NOTHING;
  const invoice = StripeChangePreview.parse(
    await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: itemsOf(changes),
        proration_behavior: "always_invoice",
        proration_date: prorationDate,
      },
    }),
  );
  return {
    pence: invoice.amount_due,
    balancePence: balanceAfter(invoice),
    invoiceItems: new Set(invoice.lines.data.flatMap(({ invoiceItem }) => invoiceItem ?? [])),
  };
}

/** Previews the phase that follows, if there is a schedule. */
export async function previewNextPayment(
  stripe: Stripe,
  current: StripeSubscriptionRead,
  { decision, changes, due }: PreviewedChange & { due: DueToday },
): Promise<UpcomingInvoice> {
  const { id, schedule } = current;
  const invoice = StripeChangePreview.parse(
    await stripe.invoices.createPreview(
      schedule === null
        ? {
            subscription: id,
            subscription_details: { items: itemsOf(changes), proration_behavior: "none" },
          }
        : {
            schedule: schedule.id,
            schedule_details: { phases: phasesOf(current, schedule, changes) },
          },
    ),
  );
  if (decision.when === "period_end") {
    return { pence: invoice.amount_due, balancePence: balanceAfter(invoice) };
  }
  // The balance is charged with the change, and so are invoice items, as far as today's invoice holds them.
  const left = invoice.lines.data.filter(
    ({ invoiceItem }) => !due.invoiceItems.has(invoiceItem ?? ""),
  );
  const total = left.reduce((sum, line) => sum + line.amount - discountOf(line), 0);
  return splitTotal(total + due.balancePence);
}

function balanceAfter({
  starting_balance: before,
  total,
  amount_due: due,
}: z.infer<typeof StripeInvoicePreview>): number {
  return before + total - due;
}

function discountOf({
  discount_amounts: amounts,
}: StripeChangePreview["lines"]["data"][number]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

export function amountChangedError(): AppError {
  return new AppError("amount_changed", BILLING_MESSAGES.change.amountChanged);
}
