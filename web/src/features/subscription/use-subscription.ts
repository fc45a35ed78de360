import { useEffect } from "react";
import useSWR from "swr";
import { fetchDetails } from "./fetch-details.ts";
import { fetchOrders, fetchSubscription } from "./fetch-rows.ts";
import { useDetails } from "./use-details.ts";

/** How long after somebody has come back to the tab everything is read again. */
const AFTER_RETURN_MS = 2_000;

// Coming back is waited for below.
const OPTIONS = { revalidateOnFocus: false } as const;

/** Subscription, what is known beyond its row, and orders of somebody: read on load, and again soon after the tab is visible again. */
export function useSubscription(userId: string) {
  const subscription = useSWR(["user_subscription", userId], fetchSubscription, OPTIONS);
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

  return {
    subscription,
    orders,
    details,
    /**
     * Reads all of it now.
     *
     * @returns the subscription, or null
     * @throws when any cannot be had; what was known stays
     */
    async refresh() {
      const [fresh] = await Promise.all([
        subscription.mutate(fetchSubscription(), { revalidate: false }),
        orders.mutate(fetchOrders(), { revalidate: false }),
        details.mutate(fetchDetails(), { revalidate: false }),
      ]);
      return fresh ?? null;
    },
  };
}
