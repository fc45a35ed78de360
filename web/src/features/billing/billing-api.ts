import type { BillingDetails } from "#contracts/api/billing-details.ts";
import type { OrderDocumentRequest } from "#contracts/api/order-document.ts";
import { callApi } from "../session/call-api.ts";
import { readPageUrl } from "../subscription/api/fetch-stripe-page-url.ts";

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

/**
 * Null when the answer names no page.
 * @throws {CallError}
 */
export async function fetchDocumentUrl(request: OrderDocumentRequest): Promise<string | null> {
  return readPageUrl(await callApi("POST", "order-document", request));
}
