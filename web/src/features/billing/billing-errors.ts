import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { hasCode } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import { apiErrors } from "../session/api-errors.ts";

export function isStripeAway(error: unknown): boolean {
  return hasCode(error, "payments_unavailable");
}

/** As `apiErrors`, and says when Stripe cannot be reached. */
export function billingErrors(fallback: string): ErrorTexts {
  const texts = apiErrors(fallback);
  return {
    ...texts,
    answer: (error) => (isStripeAway(error) ? BILLING_PAGE_MESSAGES.away : texts.answer(error)),
  };
}
