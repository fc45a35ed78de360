import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { $ZodType } from "zod/v4/core";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { type RateLimiter, rateLimit } from "./rate-limit.ts";

/** Refuses a body that does not say that it is JSON. */
function requireJson(): MiddlewareHandler {
  return async function requireJson(c, next) {
    const mediaType = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (mediaType !== "application/json") {
      throw new AppError("unsupported_media_type", MESSAGES.refused.unsupportedMediaType);
    }
    await next();
  };
}

/**
 * Reads the body as JSON and checks it against a contract.
 *
 * @throws {AppError} `invalid_input` whose details name the fields, never their values
 */
function jsonBody<S extends $ZodType>(schema: S) {
  return zValidator("json", schema, (result) => {
    if (result.success) return;
    const details = result.error.issues
      .map((issue) => `${issue.path.map(String).join(".") || "body"}: ${issue.message}`)
      .join("; ");
    throw new AppError("invalid_input", MESSAGES.refused.invalidInput, { details });
  });
}

/** What a body past its limit is answered with. */
export function rejectLargeBody(): never {
  throw new AppError("payload_too_large", MESSAGES.refused.payloadTooLarge);
}

/**
 * What a request with a body passes before its handler: the limit of its visitor, that of its size, and its contract.
 *
 * @param maxBytes the longest body that is read
 */
export function validateJson<S extends $ZodType>(
  limiter: RateLimiter,
  maxBytes: number,
  schema: S,
) {
  return [
    rateLimit(limiter),
    bodyLimit({ maxSize: maxBytes, onError: rejectLargeBody }),
    requireJson(),
    jsonBody(schema),
  ] as const;
}
