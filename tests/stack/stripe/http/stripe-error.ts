interface ApiErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly payment_intent?: object;
  readonly charge?: string;
}

type RefusalType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

export class ApiError extends Error {
  readonly status: number;
  readonly type: RefusalType;
  readonly details: ApiErrorDetails;
  /** The work stays committed, as a declined charge does. */
  readonly keepsWork: boolean;
  /** No work has begun, so the idempotency key is not used up. */
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

  toBody(): { error: object } {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export function apiError(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, "invalid_request_error", message, details);
}

export function paramError(message: string, details: ApiErrorDetails = {}): ApiError {
  return new ApiError(400, "invalid_request_error", message, details, { isUntouched: true });
}

/** 404 for an id in the path, 400 for one in a parameter. */
export function missingError(what: string, id: string, param: string): ApiError {
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
