import type { RowsName } from "#contracts/api/api-call.ts";
import { CallError } from "../../../lib/call-error.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { readToken } from "../../session/call-api.ts";
import { auth } from "../../session/load-auth-client.ts";

/**
 * Reads the signed-in user's rows, as supabase-js would.
 * @param query PostgREST's, for example `select=*`
 * @throws {CallError} for every answer but success; other errors when there was none
 */
export async function readRows(table: RowsName, query: string): Promise<readonly unknown[]> {
  const { apiUrl, anonKey } = readSiteConfig();
  const client = await auth();
  const token = await readToken(client);
  const response = await fetch(`${apiUrl}/rest/v1/${table}?${query}`, {
    headers: {
      accept: "application/json",
      apikey: anonKey,
      authorization: `Bearer ${token ?? anonKey}`,
    },
  });
  if (!response.ok) {
    // After a sign-out on another device, getUser() ends the local session as well.
    if (response.status === 401 && token !== null) await client.getUser();
    throw new CallError(response.status, null, `HTTP ${response.status}`);
  }
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) throw new TypeError(`The rows of ${table} cannot be read.`);
  return rows;
}
