import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** Headers of an API that answers JSON only: nothing to frame, run, sniff or store. */
export function securityHeaders(): MiddlewareHandler {
  const secure = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: "max-age=31536000; includeSubDomains",
    referrerPolicy: "no-referrer",
    crossOriginResourcePolicy: "cross-origin",
    // These speak of documents, which no answer of the API is, or say once more what the policy above says.
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
