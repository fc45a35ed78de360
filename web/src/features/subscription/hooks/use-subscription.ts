import { useEffect } from "react";
import useSWR, { type SWRResponse } from "swr";
import { fetchDetails } from "../api/fetch-details.ts";
import { fetchOrders, fetchSubscription } from "../api/subscription-rows.ts";
import { useDetails } from "./use-details.ts";
import { useUserSubscription } from "./use-user-subscription.ts";

/** Delay before everything is read again after the tab becomes visible. */
const AFTER_RETURN_MS = 2_000;

// The hook below handles this itself, with a delay.
const OPTIONS = { revalidateOnFocus: false } as const;

export function useSubscription(userId: string) {
  const subscription = useUserSubscription(userId, OPTIONS);
  const orders = useSWR(["user_orders", userId], fetchOrders, OPTIONS);
  const details = useDetails(userId);
  const { mutate: reloadSubscription } = subscription;
  const { mutate: reloadOrders } = orders;
  const { mutate: reloadDetails } = details;

  useEffect(() => {
    let timer: number | undefined;
    const onChange = () => {
      window.clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      timer = window.setTimeout(() => {
        void reloadSubscription();
        void reloadOrders();
        void reloadDetails();
      }, AFTER_RETURN_MS);
    };
    document.addEventListener("visibilitychange", onChange);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", onChange);
    };
  }, [reloadSubscription, reloadOrders, reloadDetails]);

  async function refresh() {
    const [fresh] = await Promise.all([
      subscription.mutate(fetchSubscription(), { revalidate: false }),
      orders.mutate(fetchOrders(), { revalidate: false }),
      details.mutate(fetchDetails(), { revalidate: false }),
    ]);
    return fresh ?? null;
  }

  return {
    subscription: watched(subscription),
    orders: watched(orders),
    details: watched(details),
    refresh,
  };
}

/** Reads all fields at once: SWR draws again only for those that were read, and a component that loads later would read them too late. */
function watched<T>({ data, error, mutate }: SWRResponse<T, unknown>) {
  return { data, error, mutate };
}
