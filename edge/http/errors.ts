import { HTTPException } from "hono/http-exception";
import { AppError, ERROR_STATUS, type ErrorCode } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { isDatabaseUnavailable } from "#db/query-error.ts";
import { type StripeRefusal, stripeRefusalOf } from "#db/stripe/errors.ts";
import type { AppContext } from "./env.ts";

const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  rate_limited: 60,
  unavailable: 5,
  payments_unavailable: 5,
  material_unavailable: 5,
};

const STRIPE_ERRORS = {
  unavailable: { code: "payments_unavailable", message: BILLING_MESSAGES.checkout.unavailable },
  key: { code: "payments_not_configured", message: BILLING_MESSAGES.checkout.notConfigured },
  card: { code: "payment_declined", message: BILLING_MESSAGES.checkout.declined },
  request: { code: "payments_refused", message: BILLING_MESSAGES.checkout.refused },
} as const satisfies Record<StripeRefusal["kind"], { code: ErrorCode; message: string }>;

/** Unknown errors are 500 with one fixed message, because their own may quote personal data. */
export function errorResponse(error: Error, c: AppContext): Response {
  const known = toAppError(error);
  if (known.code === "internal") {
    c.var.log.error("request_failed", { error: error.name, stack: stackOf(error) });
  } else if (known.code === "unavailable") {
    c.var.log.warn("database_unavailable", { error: error.name });
  }
  const refusal = stripeRefusalOf(error);
  if (refusal !== null) c.var.log.warn("stripe_refused", refusal);
  return appErrorResponse(known, c);
}

export function appErrorResponse(error: AppError, c: AppContext): Response {
  const retryAfterS = RETRY_AFTER_S[error.code];
  if (retryAfterS !== undefined) c.header("Retry-After", String(retryAfterS));
  const status = ERROR_STATUS[error.code];
  const { requestId } = c.var;
  if (c.req.path.startsWith("/rest/")) {
    // PostgREST's shape, which supabase-js reads.
    return c.json(
      { code: error.code, message: error.message, details: error.details, hint: null, requestId },
      status,
    );
  }
  const details = error.details === null ? {} : { details: error.details };
  return c.json({ error: error.message, ...details, code: error.code, requestId }, status);
}

export function notFoundError(): AppError {
  return new AppError("not_found", MESSAGES.refused.notFound);
}

export function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AppError("unavailable", MESSAGES.refused.unavailable, { cause: error });
  }
  const refusal = stripeRefusalOf(error);
  if (refusal !== null) {
    const { code, message } = STRIPE_ERRORS[refusal.kind];
    return new AppError(code, message, { cause: error });
  }
  // Thrown by Hono's JSON parser.
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError("invalid_json", MESSAGES.refused.invalidJson, { cause: error });
  }
  return new AppError("internal", MESSAGES.refused.internal, { cause: error });
}

/** Leaves out the message, which may quote a query's values. */
export function stackOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).join("\n");
}
