import { formatMoney } from "#contracts/money.ts";
import { callApi } from "../../session/call-api.ts";
import { openInvoicePath } from "../../subscription/api/fetch-stripe-page-url.ts";

/**
 * The sum as it is shown; null when nothing is due.
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function fetchSumDue(subscriptionId: string | null): Promise<string | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", openInvoicePath(subscriptionId)),
    import("#contracts/api/open-invoice.ts"),
  ]);
  const { amount_pence: amount, currency } = contract.OpenInvoiceResponse.parse(
    await response.json(),
  );
  return amount === null ? null : formatMoney(amount, currency ?? "gbp");
}
