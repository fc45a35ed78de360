import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import type { $ZodType } from "zod/v4/core";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages.ts";

/** Refuses a body that does not say that it is JSON. */
export function requireJson(): MiddlewareHandler {
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
export function jsonBody<S extends $ZodType>(schema: S) {
  return zValidator("json", schema, (result) => {
    if (result.success) return;
    const details = result.error.issues
      .map((issue) => `${issue.path.map(String).join(".") || "body"}: ${issue.message}`)
      .join("; ");
    throw new AppError("invalid_input", MESSAGES.refused.invalidInput, { details });
  });
}

/** What a body past its limit is answered with. */
export function refuseLargeBody(): never {
  throw new AppError("payload_too_large", MESSAGES.refused.payloadTooLarge);
}
