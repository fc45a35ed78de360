/** `unknown` is one that Stripe added later. We show it, alert the team, and act on nothing. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
  "unknown",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** An unknown status counts as open, so that no second subscription is sold. */
export function isOpen(status: string): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}

/** An incomplete subscription was never paid and expires by itself. In SQL: `db/billing/subscription-sql.ts`. */
export function isInService({
  status,
  duplicateOf,
}: {
  readonly status: SubscriptionStatus;
  readonly duplicateOf: string | null;
}): boolean {
  return isOpen(status) && status !== "incomplete" && duplicateOf === null;
}

export function isActive(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing";
}

/** Whether Stripe charges its renewals. */
export function isCharged(status: SubscriptionStatus): boolean {
  return isActive(status) || status === "past_due";
}

/** A renewal is due and was tried; a first payment that is due does not count. */
export function isPastDueOrUnpaid(status: string): boolean {
  return status === "past_due" || status === "unpaid";
}

export function isPaymentDue(status: string): boolean {
  return isPastDueOrUnpaid(status) || status === "incomplete";
}

export const ORDER_STATUSES = [
  "completed",
  "pending",
  "void",
  "uncollectible",
  "refunded",
  "partially_refunded",
  "unknown",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAID_ORDER_STATUSES: readonly OrderStatus[] = [
  "completed",
  "refunded",
  "partially_refunded",
];

export function isPaidOrder(status: OrderStatus): boolean {
  return PAID_ORDER_STATUSES.includes(status);
}
