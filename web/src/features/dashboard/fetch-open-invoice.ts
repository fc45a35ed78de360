import { callApi } from "../session/call-api.ts";

/**
 * The sum that the user's subscription waits for, in pence, or null where nothing is to be paid.
 *
 * @throws what `callApi` throws; another error when the answer is not what the contract promises
 */
export async function fetchOpenInvoice(): Promise<number | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", "open-invoice"),
    import("#contracts/api/open-invoice.ts"),
  ]);
  return contract.OpenInvoiceAnswer.parse(await response.json()).amount_pence;
}
