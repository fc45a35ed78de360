import { GoTrueClient } from "@supabase/auth-js";
import { newTraceparent } from "../../lib/new-traceparent.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import { describeSession } from "./describe-session.ts";
import { SESSION_KEY, setSession } from "./session.ts";

let client: GoTrueClient | undefined;

/** Import dynamically: the client is larger than most pages. */
export function authClient(): GoTrueClient {
  if (client !== undefined) return client;
  const { apiUrl, anonKey } = readSiteConfig();
  client = new GoTrueClient({
    url: `${apiUrl}/auth/v1`,
    headers: {
      apikey: anonKey,
      "X-Client-Info": "tidepost-web",
    },
    storageKey: SESSION_KEY,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    experimental: { recoveryCodes: true },
    fetch: fetchTraced,
  });
  client.onAuthStateChange((_event, session) => setSession(describeSession(session)));
  return client;
}

/** Begins a trace with each call, so that operators see what followed from it. */
function fetchTraced(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("traceparent", newTraceparent());
  return fetch(input, { ...init, headers });
}
