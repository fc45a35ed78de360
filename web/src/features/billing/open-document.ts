import type { OrderDocumentRequest } from "#contracts/api/order-document.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import type { Action } from "../../lib/use-action.ts";
import { fetchDocumentUrl } from "./billing-api.ts";
import { billingErrors } from "./billing-errors.ts";

/** Requests the address when the button is pressed, because it expires. */
export function openDocument(action: Action, request: OrderDocumentRequest): Promise<void> {
  return action.run(async () => {
    const url = await fetchDocumentUrl(request);
    if (url === null) throw new Error(BILLING_PAGE_MESSAGES.openFailed);
    window.location.assign(url);
    return null;
  }, billingErrors(BILLING_PAGE_MESSAGES.openFailed));
}
