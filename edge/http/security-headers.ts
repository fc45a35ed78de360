import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** Headers of an API that answers JSON only: nothing to frame, run, sniff or store. */
export function securityHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: "max-age=31536000; includeSubDomains",
    referrerPolicy: "no-referrer",
    crossOriginResourcePolicy: "cross-origin",
  });
  return async function securityHeaders(c, next) {
    await secure(c, next);
    c.res.headers.set("Cache-Control", "no-store");
  };
}
