import type { RowsName } from "#contracts/api/api-call.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { CallError } from "../../../lib/call-error.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { authHeaders, endRejectedSession, readToken } from "../../session/access-token.ts";
import { auth } from "../../session/load-auth-client.ts";

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

/** Newest first. */
export async function fetchOrders(): Promise<readonly UserOrder[]> {
  const [rows, contract] = await Promise.all([
    fetchRows("user_orders", "select=*&order=order_date.desc"),
    import("#contracts/api/subscription.ts"),
  ]);
  return rows.map((row) => contract.UserOrder.parse(row));
}

/**
 * Reads the signed-in user's rows, as supabase-js would.
 * @param query PostgREST's, for example `select=*`
 * @throws {CallError} for every answer but success; other errors when there was none
 */
async function fetchRows(table: RowsName, query: string): Promise<readonly unknown[]> {
  const { apiUrl } = readSiteConfig();
  const client = await auth();
  const token = await readToken(client);
  const response = await fetch(`${apiUrl}/rest/v1/${table}?${query}`, {
    headers: { accept: "application/json", ...authHeaders(token) },
  });
  if (!response.ok) {
    await endRejectedSession(response, client, token);
    throw new CallError(response.status, null, `HTTP ${response.status}`);
  }
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new TypeError(`The rows of ${table} cannot be read.`);
  return rows;
}
