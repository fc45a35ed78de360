import type { UnclaimedPurchase } from "#contracts/api/unclaimed-purchases.ts";
import { callApi } from "../../session/call-api.ts";

/** @throws {CallError}; another error when the answer breaks the contract */
export async function fetchUnclaimedPurchases(): Promise<readonly UnclaimedPurchase[]> {
  const [response, contract] = await Promise.all([
    callApi("GET", "unclaimed-purchases"),
    import("#contracts/api/unclaimed-purchases.ts"),
  ]);
  return contract.UnclaimedPurchasesResponse.parse(await response.json()).purchases;
}
