import type { BillingDetails } from "#contracts/api/billing-details.ts";
import type { OrderDocumentRequest } from "#contracts/api/order-document.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { hasCode } from "../../lib/call-error.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import type { Action } from "../../lib/use-action.ts";
import { apiErrors } from "../session/api-errors.ts";
import { callApi } from "../session/call-api.ts";
import { readPageUrl } from "../subscription/api/stripe-page.ts";

/** Null for a user who never had a subscription. */
export async function fetchBillingDetails(): Promise<BillingDetails | null> {
  return parse(await callApi("GET", "billing-details"));
}

/** @throws {CallError} */
export async function saveBillingDetails(details: BillingDetails): Promise<BillingDetails | null> {
  return parse(await callApi("POST", "billing-details", details));
}

async function parse(response: Response): Promise<BillingDetails | null> {
  const { BillingDetailsResponse } = await import("#contracts/api/billing-details.ts");
  return BillingDetailsResponse.parse(await response.json()).details;
}

export function isStripeAway(error: unknown): boolean {
  return hasCode(error, "payments_unavailable");
}

/** Adds to `apiErrors` what to say when Stripe cannot be reached. */
export function billingErrors(fallback: string): ErrorTexts {
  const texts = apiErrors(fallback);
  return {
    ...texts,
    answer: (error) => (isStripeAway(error) ? BILLING_PAGE_MESSAGES.away : texts.answer(error)),
  };
}

/** Requests the address when the button is pressed, because it expires. */
export function openDocument(action: Action, request: OrderDocumentRequest): Promise<void> {
  return action.run(billingErrors(BILLING_PAGE_MESSAGES.openFailed), async () => {
    const url = await readPageUrl(await callApi("POST", "order-document", request));
    if (url === null) throw new Error(BILLING_PAGE_MESSAGES.openFailed);
    window.location.assign(url);
    return null;
  });
}
