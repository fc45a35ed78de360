import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { $ZodType, output } from "zod/v4/core";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { type AppContext, newRoutes } from "./env.ts";
import { type RateLimiter, rateLimit } from "./rate-limit.ts";

export const JSON_TYPE = "application/json";

/** @returns undefined without a `Content-Type` */
export function mediaTypeOf(c: Context): string | undefined {
  return c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function requireJson(): MiddlewareHandler {
  return async function requireJson(c, next) {
    if (mediaTypeOf(c) !== JSON_TYPE) {
      throw new AppError("unsupported_media_type", MESSAGES.refused.unsupportedMediaType);
    }
    await next();
  };
}

/**
 * @throws {AppError} `invalid_input`, naming fields but never their values
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

export function rejectLargeBody(): never {
  throw new AppError("payload_too_large", MESSAGES.refused.payloadTooLarge);
}

// Keys, ids and numbers.
const OTHER_FIELDS_BYTES = 4 * 1_024;

/** @param chars of all texts; JSON may escape a character in two times six bytes */
export function bodyMaxBytes(chars: number): number {
  return OTHER_FIELDS_BYTES + 12 * chars;
}

export function validateJson<S extends $ZodType>(
  limiter: RateLimiter,
  maxBytes: number,
  schema: S,
  counter = "",
) {
  return [
    rateLimit(limiter, counter),
    bodyLimit({ maxSize: maxBytes, onError: rejectLargeBody }),
    requireJson(),
    jsonBody(schema),
  ] as const;
}

/** The route of a function that takes JSON at its own address. */
export const takeJson = <S extends $ZodType>(
  { apiLimiter }: { apiLimiter: RateLimiter },
  maxBytes: number,
  schema: S,
  answer: (c: AppContext, body: output<S>) => Promise<Response>,
) =>
  newRoutes().post("/", ...validateJson(apiLimiter, maxBytes, schema), (c) =>
    answer(c, c.req.valid("json")),
  );
