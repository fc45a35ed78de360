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

/** After a sign-out on another device, getUser() ends the local session as well. */
export async function endRejectedSession(
  { status }: Response,
  client: GoTrueClient | null,
  token: string | null,
): Promise<void> {
  if (status === 401 && token !== null) await client?.getUser();
}
