import type { MiddlewareHandler } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "../../http/env.ts";
import type { Limits } from "./limits.ts";
import { consumeForVisitor, refundToVisitor } from "./require-allowed.ts";

const UNVERIFIED: ReadonlySet<string> = new Set(["signature_invalid", "payload_too_large"]);

/** Counts each webhook as wrong until its signature is right, and refuses before the body is read. */
export function limitWrongSignatures(from: { authLimits: Limits }): MiddlewareHandler<AppEnv> {
  const deps = { limits: from.authLimits };
  return async function limitWrongSignatures(c, next) {
    const { allowed } = await consumeForVisitor(c, deps, "webhook_signature");
    if (!allowed) throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
    await next();
    const isWrong = c.error instanceof AppError && UNVERIFIED.has(c.error.code);
    if (!isWrong) c.executionCtx.waitUntil(refundToVisitor(c, deps, "webhook_signature"));
  };
}
