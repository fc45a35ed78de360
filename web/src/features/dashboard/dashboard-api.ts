import type { UnclaimedPurchase } from "#contracts/api/unclaimed-purchases.ts";
import { formatMoney } from "#contracts/money.ts";
import { callApi } from "../session/call-api.ts";
import { openInvoicePath } from "../subscription/api/stripe-page.ts";

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

/** @throws {CallError}; another error when the answer breaks the contract */
export async function fetchUnclaimedPurchases(): Promise<readonly UnclaimedPurchase[]> {
  const [response, contract] = await Promise.all([
    callApi("GET", "unclaimed-purchases"),
    import("#contracts/api/unclaimed-purchases.ts"),
  ]);
  return contract.UnclaimedPurchasesResponse.parse(await response.json()).purchases;
}

/**
 * @returns the message for the customer
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function requestRefund(subscriptionId: string, message: string): Promise<string> {
  const [response, contract] = await Promise.all([
    callApi("POST", "refund-request", { subscriptionId, message }),
    import("#contracts/api/cancellation.ts"),
  ]);
  return contract.ActionResponse.parse(await response.json()).message;
}
