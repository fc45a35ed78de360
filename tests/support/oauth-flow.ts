import { randomUUID } from "node:crypto";
import type { Person } from "../stack/oauth/person.ts";
import { freshIp } from "./fresh-ip.ts";

type FetchEdge = (url: string, init?: RequestInit) => Promise<Response>;

export type Choice = Partial<Person> | "deny";

const fetchAsVisitor: FetchEdge = (url, init = {}) =>
  fetch(url, { ...init, headers: { "cf-connecting-ip": freshIp() } });

export type CallbackRequest = { url: string; init: RequestInit };

export type RedirectTarget = {
  url: URL;
  query: Record<string, string>;
  fragment: Record<string, string>;
};

/**
 * Runs an OAuth flow as a browser would: authorize, choose a user, callback.
 *
 * @param start the authorize URL of the edge or of an OAuth provider
 */
export async function openProviderPage(
  start: string,
  choice: Choice,
  fetchEdge: FetchEdge = fetchAsVisitor,
): Promise<RedirectTarget> {
  return redirectTargetOf(
    await followCallback(
      await chooseOnProviderPage(await followToProvider(start, fetchEdge), choice),
      fetchEdge,
    ),
  );
}

/** @returns the OAuth URL that the edge redirects to, or `page` when it already is one */
export async function followToProvider(
  start: string,
  fetchEdge: FetchEdge = fetchAsVisitor,
): Promise<string> {
  if (new URL(start).pathname.startsWith("/oauth/")) return start;
  const response = await fetchEdge(start, { redirect: "manual" });
  if (response.status !== 302) throw new Error(`the edge answered ${response.status}`);
  return response.headers.get("location") ?? "";
}

export async function chooseOnProviderPage(page: string, choice: Choice): Promise<CallbackRequest> {
  const response = await fetch(page);
  if (!response.ok) throw new Error(`the provider answered: ${await response.text()}`);
  const url = new URL(page);
  const form = new URLSearchParams();
  for (const [name, value] of url.searchParams) form.set(`request.${name}`, value);
  const fields = choice === "deny" ? { deny: "true" } : choice;
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const decision = await fetch(`${url.origin}${url.pathname}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const location = decision.headers.get("location");
  return location === null ? postedForm(await decision.text()) : { url: location, init: {} };
}

export async function followCallback(
  { url, init }: CallbackRequest,
  fetchEdge: FetchEdge = fetchAsVisitor,
): Promise<Response> {
  return fetchEdge(url, { ...init, redirect: "manual" });
}

export function redirectTargetOf(response: Response): RedirectTarget {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`the edge answered ${response.status} without a redirect`);
  const url = new URL(location);
  return {
    url,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}

function postedForm(page: string): CallbackRequest {
  const url = /action="([^"]+)"/.exec(page)?.[1];
  if (url === undefined) throw new Error("the provider's page has no form");
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
    body.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  return { url, init: { method: "POST", body } };
}

/** An id token as a native app gets it. */
export async function mintIdToken(
  providerUrl: string,
  options: { person?: Partial<Person>; claims?: Record<string, unknown>; forged?: boolean },
): Promise<string> {
  const { email_verified: isVerified = false, ...person } = options.person ?? {};
  // Two tokens of one second are not the same.
  const claims = { jti: randomUUID(), ...options.claims };
  const response = await fetch(`${providerUrl}/mint`, {
    method: "POST",
    body: JSON.stringify({
      ...options,
      claims,
      person: { ...person, email_verified: String(isVerified) },
    }),
  });
  const { id_token: idToken } = (await response.json()) as { id_token: string };
  return idToken;
}
