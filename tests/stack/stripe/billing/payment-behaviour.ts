import { ApiError } from "../http/stripe-error.ts";

export type PaymentBehaviour =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";
export type ProrationBehaviour = "create_prorations" | "always_invoice" | "none";

/** The same error, with the request rolled back. */
export function undoing(refusal: ApiError): ApiError {
  return new ApiError(refusal.status, refusal.type, refusal.message, refusal.details);
}
