import type { RowsName } from "#contracts/api/api-call.ts";
import { CallError } from "../../../lib/call-error.ts";
import { readSiteConfig } from "../../../lib/site-config.ts";
import { authHeaders, endRejectedSession, readToken } from "../../session/access-token.ts";
import { auth } from "../../session/load-auth-client.ts";

/**
 * Reads the signed-in user's rows, as supabase-js would.
 * @param query PostgREST's, for example `select=*`
 * @throws {CallError} for every answer but success; other errors when there was none
 */
export async function fetchRows(table: RowsName, query: string): Promise<readonly unknown[]> {
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
