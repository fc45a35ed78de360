import { ApiError } from "../http/stripe-error.ts";

/** What becomes of a change whose payment does not succeed at once. */
export type PaymentBehaviour =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";
/** How the rest of a running period is settled. */
export type ProrationBehaviour = "create_prorations" | "always_invoice" | "none";

/** The same refusal, of which nothing stays. */
export function undoing(refusal: ApiError): ApiError {
  return new ApiError(refusal.status, refusal.type, refusal.message, refusal.details);
}
