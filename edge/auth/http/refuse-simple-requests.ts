import type { MiddlewareHandler } from "hono";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "../../http/env.ts";
import { JSON_TYPE, mediaTypeOf } from "../../http/json-body.ts";
import { AuthError } from "./auth-errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Any page can make its visitor's browser send a form or plain text here, and so mails. With a key
 * and JSON the browser asks first. Programs send no `Origin`; providers post forms to the callback.
 */
export function refuseSimpleRequests(): MiddlewareHandler<AppEnv> {
  return async function refuseSimpleRequests(c, next) {
    const isFromPage = c.req.header("origin") !== undefined && !SAFE_METHODS.has(c.req.method);
    if (isFromPage && !c.req.path.endsWith("/callback")) {
      if ((c.req.header("apikey") ?? "") === "") {
        throw new AuthError("no_authorization", MESSAGES.refused.missingApiKey);
      }
      const mediaType = mediaTypeOf(c);
      if (mediaType !== undefined && mediaType !== JSON_TYPE) {
        throw new AuthError("bad_json", MESSAGES.refused.unsupportedMediaType);
      }
    }
    await next();
  };
}
