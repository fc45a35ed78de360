import { isRetentionCoupon } from "#contracts/billing/offer-length.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  type BillingState,
  countBy,
  type SavedSubscription,
  type StripeSubscription,
  type Violation,
  violation,
} from "./state.ts";

/** Our tables equal Stripe, and Stripe charged and refunded nobody twice. */
export function checkBilling(state: BillingState): Violation[] {
  const { saved, atStripe, emails, drifted } = state;
  const open = countBy(
    atStripe.filter(({ status }) => isOpen(status)),
    ({ customerId }) => emails.get(customerId) ?? customerId,
  );
  const rows = new Map(saved.map((row) => [row.id, row]));
  const stripeIds = new Set(atStripe.map(({ id }) => id));
  return [
    ...[...open]
      .filter(([, count]) => count > 1)
      .map(([email, count]) => violation("duplicated", email, `has ${count} open subscriptions`)),
    ...atStripe.flatMap((subscription) => {
      const row = rows.get(subscription.id);
      if (row === undefined) return violation("lost", subscription.id, "is only at Stripe");
      return [
        ...compare(row, subscription),
        ...checkOffer(subscription, state),
        ...checkPayments(subscription),
        ...checkDuplicate(row, subscription),
      ];
    }),
    ...saved
      .filter(({ id }) => !stripeIds.has(id))
      .map(({ id }) => violation("wrong", id, "is only in our tables")),
    ...(drifted > 0
      ? [violation("wrong", "the drift check", `found ${drifted} customers that differ`)]
      : []),
  ];
}

function compare(ours: SavedSubscription, stripes: StripeSubscription): Violation[] {
  const pairs = [
    ["status", ours.status, stripes.status],
    ["scheduled end", String(ours.isCancelScheduled), String(stripes.isCancelScheduled)],
    ["items", sorted(ours.priceIds), sorted(stripes.priceIds)],
    ["coupons", sorted(ours.coupons), sorted(stripes.coupons)],
  ] as const;
  return pairs
    .filter(([, our, stripe]) => our !== stripe)
    .map(([what, our, stripe]) =>
      violation("wrong", ours.id, `has ${what} ${our} in our tables and ${stripe} at Stripe`),
    );
}

function checkOffer({ id, coupons }: StripeSubscription, { offers }: BillingState): Violation[] {
  const count = coupons.filter(isRetentionCoupon).length;
  const isAccepted = offers.some(({ subscriptionId }) => subscriptionId === id);
  return [
    ...(count > 1 ? [violation("duplicated", id, `has the retention offer ${count} times`)] : []),
    ...(count > 0 && !isAccepted
      ? [violation("wrong", id, "has the retention offer, which nobody accepted")]
      : []),
  ];
}

function checkPayments({ payments }: StripeSubscription): Violation[] {
  return payments.flatMap(({ id, refunds, refundedPence, paidPence }) => [
    ...(refunds > 1 ? [violation("duplicated", id, `was refunded ${refunds} times`)] : []),
    ...(refundedPence > paidPence ? [violation("wrong", id, "was refunded more than paid")] : []),
  ]);
}

function checkDuplicate(row: SavedSubscription, { id, ...stripes }: StripeSubscription) {
  if (!row.isDuplicate) return [];
  const isPaid = stripes.payments.some((one) => one.refundedPence < one.paidPence);
  if (!isOpen(stripes.status) && !isPaid) return [];
  return [violation("lost", id, "is a second purchase that was not cancelled and refunded")];
}

export function sorted(names: readonly string[]): string {
  return names.toSorted().join(" ") || "nothing";
}
