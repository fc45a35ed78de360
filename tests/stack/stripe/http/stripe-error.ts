/** What the provider says beside a message when it refuses. */
export interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly payment_intent?: object;
  readonly charge?: string;
}

type RefusalType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

/** An answer of the API other than the one that was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: RefusalType;
  readonly details: ApiErrorDetails;
  /** What was done before the refusal stays done: a declined charge has happened. */
  readonly keepsWork: boolean;
  /** Nothing was begun, so an idempotency key is not used up. */
  readonly isUntouched: boolean;

  constructor(
    status: number,
    type: RefusalType,
    message: string,
    details: ApiErrorDetails = {},
    how: { keepsWork?: boolean; isUntouched?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.keepsWork = how.keepsWork ?? false;
    this.isUntouched = how.isUntouched ?? false;
  }

  /** The body of the answer. */
  toBody(): { error: object } {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

/** A request that makes sense and cannot be granted as things are. */
export function throwApiError(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, "invalid_request_error", message, details);
}

/** A request that makes no sense whatever the state of things. */
export function throwParamError(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, "invalid_request_error", message, details, { isUntouched: true });
}

/** Something that was named and does not exist: 404 where the address names it, 400 where a parameter does. */
export function throwMissing(what: string, id: string, param: string): ApiError {
  return new ApiError(
    param === "id" ? 404 : 400,
    "invalid_request_error",
    `No such ${what}: '${id}'`,
    {
      code: "resource_missing",
      param,
    },
  );
}
