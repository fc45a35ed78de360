/**
 * Every error code of the API. Clients rely on them. `edge/http/errors.ts` maps codes to HTTP
 * statuses.
 */
export const ERROR_CODES = [
  "invalid_input",
  "invalid_json",
  "invalid_idempotency_key",
  "unsupported_media_type",
  "payload_too_large",
  "unauthenticated",
  "forbidden",
  "not_found",
  "idempotency_key_reused",
  /** The user has to confirm with the password or a mailed code. */
  "reauthentication_needed",
  "reauthentication_not_valid",
  /** The account has a second factor, and this session did not use it. */
  "insufficient_aal",
  "subscription_active",
  "basket_refused",
  /** An unknown promotion code, or one for other customers. */
  "code_refused",
  "no_subscription",
  "not_your_subscription",
  /** No change, or changes that cannot be made together. */
  "change_refused",
  /** The price is not the one that the user confirmed. */
  "amount_changed",
  /** Cancelled: resume before changing the plan. */
  "subscription_ending",
  /** An invoice is past due. */
  "payment_due",
  /** Nothing is to be paid: it has been paid by now, or the invoice is void. */
  "no_open_invoice",
  "offer_terms",
  "offer_used",
  "refund_asked",
  /** The guarantee has ended, or nothing was paid. */
  "guarantee_over",
  "url_not_allowed",
  "signature_invalid",
  "payments_not_configured",
  "payments_unavailable",
  /** PostgREST's code for no rows; client libraries rely on it. */
  "PGRST116",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error whose code the client sees. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? null;
  }
}
