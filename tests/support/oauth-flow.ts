import { freshIp } from "./stack-client.ts";
import type { Person } from "../stack/oauth/person.ts";

/** How a browser asks the edge. */
export type AskEdge = (url: string, init?: RequestInit) => Promise<Response>;

/** Who somebody says they are at a company, or that they say no. */
export type Choice = Partial<Person> | "deny";

/** A browser that nobody has counted yet. */
const askAsStranger: AskEdge = (url, init = {}) =>
  fetch(url, { ...init, headers: { "cf-connecting-ip": freshIp() } });

/** What a browser carries from the company back to the edge. */
export type CallbackRequest = { url: string; init: RequestInit };

/** Where a browser ends up, and what it finds in the address there. */
export type RedirectTarget = {
  url: URL;
  query: Record<string, string>;
  fragment: Record<string, string>;
};

/**
 * Goes from the edge to a company, picks a person there, and comes back, as a browser would.
 *
 * @param start the edge's address of the way there, or the company's own
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

/** @returns the company's address to which the edge leads, or the given one when it is the company's already */
export async function followToProvider(
  start: string,
  askEdge: AskEdge = askAsStranger,
): Promise<string> {
  if (new URL(start).pathname.startsWith("/oauth/")) return start;
  const answer = await askEdge(start, { redirect: "manual" });
  if (answer.status !== 302) throw new Error(`the edge answered ${answer.status}`);
  return answer.headers.get("location") ?? "";
}

/** Picks a person on a company's page. */
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

/** Brings the company's answer to the edge. */
export async function followCallback(
  { url, init }: CallbackRequest,
  askEdge: AskEdge = askAsStranger,
): Promise<Response> {
  return askEdge(url, { ...init, redirect: "manual" });
}

/** Reads where a browser is led. */
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

/** What a page posts that a browser would send off at once. */
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
 * An id token as an app gets it from a company by itself.
 *
 * @param company the company's address at the stand-in
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
