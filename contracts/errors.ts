/**
 * Every code that an answer of ours can carry. Codes are stable: clients and support notes rely on them.
 * The map from code to HTTP status stands in `edge/http/errors.ts`.
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
  /** The caller has to prove once more who they are: with their password, or a code that is mailed to them. */
  "reauthentication_needed",
  "reauthentication_not_valid",
  /** The caller has a second step that this session was not proven with. */
  "insufficient_aal",
  "subscription_active",
  "basket_refused",
  /** A code for a reduction that is unknown, or not for whoever gives it. */
  "code_refused",
  "no_subscription",
  "not_your_subscription",
  /** What is asked for is no change, or several that cannot be made at once. */
  "change_refused",
  /** What the change costs is not what its owner was shown. */
  "amount_changed",
  /** Its end is set: it cannot be changed before that is taken back. */
  "subscription_ending",
  /** A payment is owed, and comes first. */
  "payment_due",
  /** Nothing is to be paid: it has been paid by now, or the invoice is void. */
  "no_open_invoice",
  /** Other terms than those of the offer. */
  "offer_terms",
  "offer_used",
  "refund_asked",
  /** The time in which the money can be asked back is over, or was never. */
  "guarantee_over",
  "url_not_allowed",
  "signature_invalid",
  "payments_not_configured",
  "payments_unavailable",
  /** PostgREST's own, by which client libraries know that there is no row. */
  "PGRST116",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A failure that the caller is told about, by code. Anything else that is thrown is answered as `internal`. */
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
