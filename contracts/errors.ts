/** Clients rely on these codes. `edge/http/errors.ts` maps them to HTTP statuses. */
export type ErrorCode =
  | "invalid_input"
  | "invalid_json"
  | "invalid_idempotency_key"
  | "unsupported_media_type"
  | "payload_too_large"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "idempotency_key_reused"
  | "captcha_failed"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  /** The session lacks the second factor. */
  | "insufficient_aal"
  | "subscription_active"
  | "basket_refused"
  /** A promotion code that is unknown or for other customers. */
  | "code_refused"
  | "no_subscription"
  | "not_your_subscription"
  /** No change, or changes that cannot be made together. */
  | "change_refused"
  | "amount_changed"
  | "subscription_ending"
  | "payment_due"
  /** The purchase was claimed by its email: the card is the buyer's. */
  | "card_needed"
  | "no_open_invoice"
  | "vat_number_invalid"
  | "country_not_sold_to"
  | "offer_terms"
  | "offer_used"
  | "refund_asked"
  | "guarantee_over"
  /** The brief was saved or submitted elsewhere in between. */
  | "brief_changed"
  /** Required answers are missing; `details` names them. */
  | "brief_incomplete"
  | "approvers_full"
  /** The post has a newer version, or was withdrawn. */
  | "post_changed"
  /** The other decision about this version stands. */
  | "post_decided"
  /** The customer's side has written as many comments on a post as fit. */
  | "comments_full"
  /** A type of file that we do not take, or a file that is too large for its type. */
  | "material_refused"
  /** Some parts of an upload are missing, or its hour is over. */
  | "material_incomplete"
  | "material_full"
  | "material_in_post"
  /** None of the bytes exist that a request asks for. */
  | "range_refused"
  /** R2 does not answer. */
  | "material_unavailable"
  | "url_not_allowed"
  | "signature_invalid"
  | "webhook_not_configured"
  | "payments_not_configured"
  | "payments_unavailable"
  /** The bank declined the card. */
  | "payment_declined"
  /** Stripe refuses a request that we thought allowed; the log has its reason. */
  | "payments_refused"
  /** PostgREST's code for no rows. */
  | "PGRST116"
  | "rate_limited"
  /** The edge lacks a setting; the message names it. */
  | "not_configured"
  | "unavailable"
  | "internal";

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
