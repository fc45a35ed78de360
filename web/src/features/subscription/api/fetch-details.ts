import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { callApi } from "../../session/call-api.ts";

/**
 * Null for a user who never had a subscription.
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function fetchDetails(): Promise<SubscriptionDetails | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", "subscription"),
    import("#contracts/api/subscription-details.ts"),
  ]);
  return contract.SubscriptionDetailsResponse.parse(await response.json()).subscription;
}
