import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { callApi } from "../session/call-api.ts";

/**
 * What there is to know of the subscription of whoever is signed in, or null where they never had one.
 *
 * @throws what `callApi` throws; another error when the answer is not what the contract promises
 */
export async function fetchDetails(): Promise<SubscriptionDetails | null> {
  const [response, contract] = await Promise.all([
    callApi("GET", "subscription"),
    import("#contracts/api/subscription-details.ts"),
  ]);
  return contract.SubscriptionDetailsResponse.parse(await response.json()).subscription;
}
