import { GoTrueClient } from "@supabase/auth-js";
import { fieldsOf } from "../../lib/json.ts";
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
async function fetchTraced(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("traceparent", newTraceparent());
  const response = await fetch(input, { ...init, headers });
  const body = fieldsOf(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (response.ok) return withoutServerTime(response, body);
  const isRefresh = new Request(input).url.endsWith("grant_type=refresh_token");
  return isRefresh && !isFinal(response, body) ? new Response(null, { status: 503 }) : response;
}

/**
 * Removes the time at which tokens expire. The client then counts from `expires_in`: compared with a clock that is an
 * hour ahead, a new token would be over.
 */
function withoutServerTime(response: Response, body: ReturnType<typeof fieldsOf>): Response {
  const { expires_at: _, ...tokens } = body;
  return "expires_in" in tokens ? new Response(JSON.stringify(tokens), response) : response;
}

/** Whether the refusal is ours. For one of a limit or of a proxy, the client would end the session as well. */
function isFinal({ status }: Response, { code }: ReturnType<typeof fieldsOf>): boolean {
  return status !== 429 && typeof code === "string";
}
