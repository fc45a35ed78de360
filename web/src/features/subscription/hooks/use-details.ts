import useSWR, { type SWRResponse } from "swr";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { fetchDetails } from "../api/fetch-details.ts";

/** Poll interval while Stripe has not applied a request. */
const WHILE_APPLIED_MS = 5_000;

export function useDetails(userId: string | null): SWRResponse<SubscriptionDetails | null> {
  return useSWR(userId === null ? null : ["subscription", userId], fetchDetails, {
    revalidateOnFocus: false,
    // The previous page has often just changed the subscription.
    dedupingInterval: 0,
    refreshInterval: (latest?: SubscriptionDetails | null) =>
      (latest?.being_applied.length ?? 0) > 0 ? WHILE_APPLIED_MS : 0,
  });
}
