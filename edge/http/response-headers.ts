import { hash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import { MAIL_TOKEN_HEADER } from "#contracts/api/content/calendar.ts";

const HSTS = "max-age=31536000; includeSubDomains";

/** Sends the headers of a page that has no scripts and only this stylesheet. */
export function pageHeaders(
  style: string,
  policy: { imgSrc?: string[]; mediaSrc?: string[]; formAction?: string[] } = {},
): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'sha256-${hash("sha256", style, "base64")}'`],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      ...policy,
    },
    strictTransportSecurity: HSTS,
  });
}

/** It fits JSON responses only. */
export function securityHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: HSTS,
    crossOriginResourcePolicy: "cross-origin",
    // These headers concern documents, or repeat the policy above.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    removePoweredBy: false,
  });
  return async function securityHeaders(c, next) {
    await secure(c, next);
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  };
}

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
