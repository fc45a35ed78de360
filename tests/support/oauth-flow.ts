import { freshIp } from "./stack-client.ts";
import type { Person } from "../stack/oauth/person.ts";

export type AskEdge = (url: string, init?: RequestInit) => Promise<Response>;

export type Choice = Partial<Person> | "deny";

const askAsStranger: AskEdge = (url, init = {}) =>
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
  askEdge: AskEdge = askAsStranger,
): Promise<RedirectTarget> {
  return redirectTargetOf(
    await followCallback(
      await chooseOnProviderPage(await followToProvider(start, askEdge), choice),
      askEdge,
    ),
  );
}

/** @returns the OAuth URL that the edge redirects to, or `page` when it already is one */
export async function followToProvider(
  start: string,
  askEdge: AskEdge = askAsStranger,
): Promise<string> {
  if (new URL(start).pathname.startsWith("/oauth/")) return start;
  const answer = await askEdge(start, { redirect: "manual" });
  if (answer.status !== 302) throw new Error(`the edge answered ${answer.status}`);
  return answer.headers.get("location") ?? "";
}

export async function chooseOnProviderPage(page: string, choice: Choice): Promise<CallbackRequest> {
  const shown = await fetch(page);
  if (!shown.ok) throw new Error(`the company refused: ${await shown.text()}`);
  const url = new URL(page);
  const form = new URLSearchParams();
  for (const [name, value] of url.searchParams) form.set(`request.${name}`, value);
  const fields = choice === "deny" ? { deny: "true" } : choice;
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const target = answer.headers.get("location");
  return target === null ? postedForm(await answer.text()) : { url: target, init: {} };
}

export async function followCallback(
  { url, init }: CallbackRequest,
  askEdge: AskEdge = askAsStranger,
): Promise<Response> {
  return askEdge(url, { ...init, redirect: "manual" });
}

export function redirectTargetOf(answer: Response): RedirectTarget {
  const target = answer.headers.get("location");
  if (target === null) throw new Error(`the edge answered ${answer.status} and leads nowhere`);
  const url = new URL(target);
  return {
    url,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}

function postedForm(page: string): CallbackRequest {
  const url = /action="([^"]+)"/.exec(page)?.[1];
  if (url === undefined) throw new Error("the company's page has no form");
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
    body.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  return { url, init: { method: "POST", body } };
}

/**
 * An id token as a native app gets it.
 *
 * @param company URL of the OAuth provider at the emulator
 */
export async function mintIdToken(
  company: string,
  wanted: { person?: Partial<Person>; claims?: Record<string, unknown>; forged?: boolean },
): Promise<string> {
  const { email_verified: isVerified = false, ...person } = wanted.person ?? {};
  const answer = await fetch(`${company}/mint`, {
    method: "POST",
    body: JSON.stringify({ ...wanted, person: { ...person, email_verified: String(isVerified) } }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token: string };
  return idToken;
}
