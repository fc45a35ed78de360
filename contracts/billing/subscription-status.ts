/** What a subscription can be, in the payment provider's words. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Whether it is not over for good: while one lives, nobody buys a second. What we do not know yet counts as living. */
export function isOpen(status: string): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}

/** Whether what was bought is being delivered: `active` and `trialing` count as active. */
export function isActive(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing";
}

/** Whether the subscription waits for a payment that could not be taken. */
export function isPaymentDue(status: string): boolean {
  return status === "past_due" || status === "unpaid" || status === "incomplete";
}

/** What can have become of an invoice that was sent out. */
export const ORDER_STATUSES = [
  "completed",
  "pending",
  "void",
  "uncollectible",
  "refunded",
  "partially_refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
