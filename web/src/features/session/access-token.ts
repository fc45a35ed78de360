import type { GoTrueClient } from "@supabase/auth-js";
import { readSiteConfig } from "../../lib/site-config.ts";

/**
 * Reads the access token; null for a visitor.
 * @throws when the token cannot be refreshed: a signed-in user must not act as a visitor
 * unnoticed
 */
export async function readToken(client: GoTrueClient): Promise<string | null> {
  const { data, error } = await client.getSession();
  if (error !== null) throw error;
  return data.session?.access_token ?? null;
}

/** @param token null for a visitor, who calls with the public key alone */
export function authHeaders(token: string | null): { apikey: string; authorization: string } {
  const { anonKey } = readSiteConfig();
  return { apikey: anonKey, authorization: `Bearer ${token ?? anonKey}` };
}

const ACCOUNT_IS_OVER = new Set(["user_not_found", "user_banned"]);

/**
 * Ends the local session when session or account ended elsewhere, and refreshes a token that the clock of this device
 * took for valid.
 */
export async function endRejectedSession(
  { status }: Response,
  client: GoTrueClient | null,
  token: string | null,
): Promise<void> {
  if (status !== 401 || token === null || client === null) return;
  // For a session that is gone, getUser() signs out by itself.
  const code = (await client.getUser()).error?.code ?? "";
  if (ACCOUNT_IS_OVER.has(code)) await client.signOut({ scope: "local" });
  if (code === "bad_jwt") await client.refreshSession();
}
