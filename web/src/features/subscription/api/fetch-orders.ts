import type { UserOrder } from "#contracts/api/subscription.ts";
import { fetchRows } from "./fetch-rows.ts";

/** Newest first. */
export async function fetchOrders(): Promise<readonly UserOrder[]> {
  const [rows, contract] = await Promise.all([
    fetchRows("user_orders", "select=*&order=order_date.desc"),
    import("#contracts/api/subscription.ts"),
  ]);
  return rows.map((row) => contract.UserOrder.parse(row));
}
