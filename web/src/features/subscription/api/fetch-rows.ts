import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { readRows } from "./read-rows.ts";

export async function fetchSubscription(): Promise<UserSubscription | null> {
  const [rows, contract] = await Promise.all([
    readRows("user_subscription", "select=*"),
    import("#contracts/api/subscription.ts"),
  ]);
  const [row] = rows;
  // supabase-js makes the same check.
  if (rows.length > 1) throw new TypeError("There is more than one subscription.");
  return row === undefined ? null : contract.UserSubscription.parse(row);
}

/** Newest first. */
export async function fetchOrders(): Promise<readonly UserOrder[]> {
  const [rows, contract] = await Promise.all([
    readRows("user_orders", "select=*&order=order_date.desc"),
    import("#contracts/api/subscription.ts"),
  ]);
  return rows.map((row) => contract.UserOrder.parse(row));
}
