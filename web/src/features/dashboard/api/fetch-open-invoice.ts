import { callApi } from "../../session/call-api.ts";

/**
 * Pence; null when nothing is due.
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function fetchOpenInvoice(): Promise<number | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", "open-invoice"),
    import("#contracts/api/open-invoice.ts"),
  ]);
  return contract.OpenInvoiceResponse.parse(await response.json()).amount_pence;
}
