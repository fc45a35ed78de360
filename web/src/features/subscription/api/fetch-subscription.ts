import type { UserSubscription } from "#contracts/api/subscription.ts";
import { fetchRows } from "./fetch-rows.ts";

export async function fetchSubscription(): Promise<UserSubscription | null> {
  const [rows, contract] = await Promise.all([
    fetchRows("user_subscription", "select=*"),
    import("#contracts/api/subscription.ts"),
  ]);
  const [row] = rows;
  // supabase-js makes the same check.
  if (rows.length > 1) throw new TypeError("There is more than one subscription.");
  return row === undefined ? null : contract.UserSubscription.parse(row);
}
