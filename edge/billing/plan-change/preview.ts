import type { Stripe } from "stripe";
import type { StripeSubscriptionRead, AcceptedPlanChange, ItemChange } from "./read.ts";

/** In pence. */
export type DueToday = {
  readonly pence: number;
  /** Customer balance afterwards; negative is credit. */
  readonly balancePence: number;
};

const NOTHING: DueToday = { pence: 0, balancePence: 0 };

/** @param prorationDate seconds since the epoch */
export async function previewDueToday(
  stripe: Stripe,
  { id, snapshot }: StripeSubscriptionRead,
  decision: AcceptedPlanChange,
  changes: readonly ItemChange[],
  prorationDate: number,
): Promise<DueToday> {
  // A trial's preview would be its first payment.
  if (decision.when === "period_end" || snapshot.status === "trialing") return NOTHING;
  const invoice = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: itemsOf(changes),
      proration_behavior: "always_invoice",
      proration_date: prorationDate,
    },
  });
  return {
    pence: invoice.amount_due,
    balancePence: invoice.starting_balance + invoice.total - invoice.amount_due,
  };
}

/** In pence. With a schedule it previews the phase that follows. */
export async function previewNextPayment(
  stripe: Stripe,
  current: StripeSubscriptionRead,
  decision: AcceptedPlanChange,
  changes: readonly ItemChange[],
  { balancePence }: DueToday,
): Promise<number> {
  const { id, schedule } = current;
  const invoice = await stripe.invoices.createPreview(
    schedule === null
      ? {
          subscription: id,
          subscription_details: { items: itemsOf(changes), proration_behavior: "none" },
        }
      : {
          schedule: schedule.id,
          schedule_details: { phases: phasesOf(current, schedule, changes) },
        },
  );
  if (decision.when === "period_end") return invoice.amount_due;
  // Pending invoice items and the balance are charged with the change.
  const periodPence = invoice.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .reduce((sum, line) => sum + line.amount - discountOf(line), 0);
  return Math.max(0, periodPence + balancePence);
}

export function itemsOf(changes: readonly ItemChange[]): Stripe.SubscriptionUpdateParams.Item[] {
  return changes
    .filter(({ from, to }) => from !== to)
    .map(({ id, to }) => ({
      ...(id === null ? {} : { id }),
      ...(to === null ? { deleted: true } : { price: to }),
    }));
}

/** Both phases name the discounts: a phase without would remove them. */
export function phasesOf(
  { snapshot, period }: StripeSubscriptionRead,
  schedule: Stripe.SubscriptionSchedule,
  changes: readonly ItemChange[],
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const itemsBy = (side: "from" | "to") =>
    changes.flatMap(({ quantity, [side]: price }) => (price === null ? [] : [{ price, quantity }]));
  const discountsAt = (moment: number) =>
    snapshot.discounts
      .filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > moment * 1_000)
      .map(({ id }) => ({ discount: id }));
  return [
    {
      items: itemsBy("from"),
      start_date: schedule.current_phase?.start_date ?? period.start,
      end_date: period.end,
      discounts: discountsAt(period.start),
      proration_behavior: "none",
    },
    {
      items: itemsBy("to"),
      duration: { interval: "month", interval_count: 1 },
      discounts: discountsAt(period.end),
      proration_behavior: "none",
    },
  ];
}

function discountOf({ discount_amounts: amounts }: Stripe.InvoiceLineItem): number {
  return (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}
