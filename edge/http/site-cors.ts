import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import { MAIL_TOKEN_HEADER } from "#contracts/api/content/calendar.ts";

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
      CAPTCHA_HEADER,
      "content-profile",
      "content-type",
      "idempotency-key",
      "prefer",
      "traceparent",
      "x-client-info",
      MAIL_TOKEN_HEADER,
    ],
    exposeHeaders: ["retry-after", "x-request-id"],
    maxAge: 86_400,
  });
  return async function siteCors(c, next) {
    if (c.req.method === "OPTIONS") return allow(c, next);
    // Set earlier, the headers would form a response that Hono has to merge.
    await next();
    await allow(c, () => Promise.resolve());
  };
}
