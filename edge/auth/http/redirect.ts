import type { Context } from "hono";

/** Where a browser is led, and what it should know there. */
export type RedirectParams = {
  /** Behind the `#`, where no server sees it. */
  fragment?: Record<string, string>;
  query?: Record<string, string>;
  status?: 302 | 303;
};

/** Leads a browser on. */
export function redirectWith(
  c: Context,
  target: string,
  { fragment = {}, query = {}, status = 303 }: RedirectParams,
): Response {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (Object.keys(fragment).length > 0) url.hash = new URLSearchParams(fragment).toString();
  return c.redirect(url.href, status);
}
