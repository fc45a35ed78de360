import { callApi } from "../../session/call-api.ts";
import { openInvoicePath } from "../../subscription/api/fetch-stripe-page-url.ts";

/**
 * Pence; null when nothing is due.
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function fetchOpenInvoicePence(subscriptionId: string | null): Promise<number | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", openInvoicePath(subscriptionId)),
    import("#contracts/api/open-invoice.ts"),
  ]);
  return contract.OpenInvoiceResponse.parse(await response.json()).amount_pence;
}
