import type { UserOrder } from "#contracts/api/subscription.ts";

const DAY_MS = 86_400_000;

/** Whether the user was a customer before. Orders of one day are one purchase, perhaps paid twice. */
export function isReturning(
  orders: readonly Pick<UserOrder, "order_id" | "order_date">[],
  orderId: string,
): boolean {
  const bought = orders.find((order) => order.order_id === orderId);
  if (bought === undefined) return false;
  const before = Date.parse(bought.order_date) - DAY_MS;
  return orders.some((order) => Date.parse(order.order_date) < before);
}
