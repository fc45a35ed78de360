import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { readRows } from "./read-rows.ts";

/**
 * The subscription of whoever is signed in, or null.
 *
 * @throws when it cannot be had, or is not what the contract promises
 */
export async function fetchSubscription(): Promise<UserSubscription | null> {
  const [rows, contract] = await Promise.all([
    readRows("user_subscription", "select=*"),
    import("#contracts/api/subscription.ts"),
  ]);
  const [row] = rows;
  // One row or none, which the public library checks in the browser as well.
  if (rows.length > 1) throw new TypeError("There is more than one subscription.");
  return row === undefined ? null : contract.UserSubscription.parse(row);
}

/**
 * The orders of whoever is signed in, the newest first.
 *
 * @throws when they cannot be had, or are not what the contract promises
 */
export async function fetchOrders(): Promise<readonly UserOrder[]> {
  const [rows, contract] = await Promise.all([
    readRows("user_orders", "select=*&order=order_date.desc"),
    import("#contracts/api/subscription.ts"),
  ]);
  return rows.map((row) => contract.UserOrder.parse(row));
}
