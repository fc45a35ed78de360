/** Clients rely on these codes. Each has its HTTP status. */
export const ERROR_STATUS = {
  invalid_input: 400,
  invalid_json: 400,
  invalid_idempotency_key: 400,
  basket_refused: 400,
  /** A promotion code that is unknown or for other customers. */
  code_refused: 400,
  /** No change, or changes that cannot be made together. */
  change_refused: 400,
  offer_terms: 400,
  url_not_allowed: 400,
  vat_number_invalid: 400,
  country_not_sold_to: 400,
  signature_invalid: 400,
  captcha_failed: 400,
  /** Required answers are missing; `details` names them. */
  brief_incomplete: 400,
  /** Stripe refuses a request that we thought allowed; the log has its reason. */
  payments_refused: 400,
  unauthenticated: 401,
  /** The bank declined the card. */
  payment_declined: 402,
  forbidden: 403,
  not_your_subscription: 403,
  /** The session lacks the second factor. */
  insufficient_aal: 403,
  not_found: 404,
  /** PostgREST's code for no rows. */
  PGRST116: 406,
  reauthentication_needed: 409,
  subscription_active: 409,
  no_subscription: 409,
  amount_changed: 409,
  subscription_ending: 409,
  payment_due: 409,
  /** The purchase was claimed by its email: the card is the buyer's. */
  card_needed: 409,
  no_open_invoice: 409,
  offer_used: 409,
  refund_asked: 409,
  guarantee_over: 409,
  /** The brief was saved or submitted elsewhere in between. */
  brief_changed: 409,
  approvers_full: 409,
  /** The post has a newer version, or was withdrawn. */
  post_changed: 409,
  /** The other decision about this version stands. */
  post_decided: 409,
  /** The customer's side has written as many comments on a post as fit. */
  comments_full: 409,
  /** Some parts of an upload are missing, or its hour is over. */
  material_incomplete: 409,
  material_full: 409,
  material_in_post: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** None of the bytes exist that a request asks for. */
  range_refused: 416,
  idempotency_key_reused: 422,
  /** A type of file that we do not take, or a file that is too large for its type. */
  material_refused: 422,
  reauthentication_not_valid: 422,
  rate_limited: 429,
  internal: 500,
  webhook_not_configured: 500,
  payments_not_configured: 503,
  payments_unavailable: 503,
  /** R2 does not answer. */
  material_unavailable: 503,
  /** The edge lacks a setting; the message names it. */
  not_configured: 503,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

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
