import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/**
 * Lets the site's own pages call the API, and no other site's.
 *
 * @param siteUrl the site's origin
 */
export function siteCors(siteUrl: string): MiddlewareHandler {
  const { origin } = new URL(siteUrl);
  const allow = cors({
    origin,
    allowMethods: ["GET", "POST", "PUT", "DELETE", "OPTIONS"],
    allowHeaders: [
      "accept",
      "accept-profile",
      "apikey",
      "authorization",
      "content-profile",
      "content-type",
      "idempotency-key",
      "prefer",
      "x-client-info",
    ],
    exposeHeaders: ["retry-after", "x-request-id"],
    maxAge: 86_400,
  });
  return async function siteCors(c, next) {
    if (c.req.method === "OPTIONS") return allow(c, next);
    // Set before the answer, its headers would be an answer of their own that Hono then has to merge into the real one.
    await next();
    await allow(c, () => Promise.resolve());
  };
}
