import type { Context } from "hono";

type RedirectParams = {
  /** The session stands after `#`, which servers do not see. */
  fragment?: Record<string, string>;
  query?: Record<string, string>;
  status?: 302 | 303;
};

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
