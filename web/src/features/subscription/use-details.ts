import useSWR, { type SWRResponse } from "swr";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { fetchDetails } from "./fetch-details.ts";

/** How often it is asked whether the payment provider has been told. */
const WHILE_APPLIED_MS = 5_000;

/**
 * What there is to know of somebody's subscription. Pages that somebody goes through one after the other share it.
 *
 * @param userId null while nobody is known to be here; then nothing is asked
 */
export function useDetails(userId: string | null): SWRResponse<SubscriptionDetails | null> {
  return useSWR(userId === null ? null : ["subscription", userId], fetchDetails, {
    revalidateOnFocus: false,
    // Whoever goes on to the next page has often just changed it.
    dedupingInterval: 0,
    refreshInterval: (latest?: SubscriptionDetails | null) =>
      (latest?.being_applied.length ?? 0) > 0 ? WHILE_APPLIED_MS : 0,
  });
}
