import { readSiteConfig } from "../../lib/site-config.ts";
import { auth } from "./auth.ts";

/** What a function of ours refused, with the text that it has for people. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, code: string | null, message: string) {
    super(message);
    this.name = "CallRefused";
    this.status = status;
    this.code = code;
  }
}

/**
 * Calls a function of the backend as whoever is signed in.
 *
 * @param path below the functions, for example `account/sessions`
 * @returns its answer, whose body is still to be read
 * @throws {CallRefused} for every answer but success; other errors when there was none
 */
export async function callFunction(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Response> {
  const { apiUrl, anonKey } = readSiteConfig();
  const client = await auth();
  const { data } = await client.getSession();
  const response = await fetch(`${apiUrl}/functions/v1/${path}`, {
    method,
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${data.session?.access_token ?? anonKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  // Signed out from another device: the client asks, finds out, and tells the page.
  if (response.status === 401 && data.session !== null) await client.getUser();
  const answer: unknown = await response.json().catch(() => null);
  throw new CallRefused(
    response.status,
    textField(answer, "code"),
    textField(answer, "error") ?? textField(answer, "message") ?? `HTTP ${response.status}`,
  );
}

function textField(body: unknown, name: string): string | null {
  if (typeof body !== "object" || body === null || !(name in body)) return null;
  const value: unknown = (body as Record<string, unknown>)[name];
  return typeof value === "string" ? value : null;
}
