import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { fetchSubscription } from "../api/subscription-rows.ts";

export function useUserSubscription(
  userId: string,
  options?: SWRConfiguration<UserSubscription | null>,
): SWRResponse<UserSubscription | null> {
  return useSWR(["user_subscription", userId], fetchSubscription, options);
}
