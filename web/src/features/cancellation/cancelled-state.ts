import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { isCancelledNow } from "../subscription/is-cancelled-now.ts";

export type CancelledState =
  | { readonly is: "unknown" }
  | { readonly is: "none" }
  | { readonly is: "running" }
  | {
      /** `stopping`: cancels immediately, once Stripe has applied it. */
      readonly is: "ending" | "stopping" | "over";
      readonly subscriptionId: string;
      /** Seconds since the epoch; null when unknown. */
      readonly endsAt: number | null;
      readonly isBeingApplied: boolean;
    };

/** @param details undefined while loading; null without any subscription */
export function cancelledStateOf(details: SubscriptionDetails | null | undefined): CancelledState {
  if (details === undefined) return { is: "unknown" };
  if (details === null) return { is: "none" };
  const isOver = !isOpen(details.subscription_status);
  if (!isOver && details.ends_at === null) return { is: "running" };
  return {
    is: isOver ? "over" : isCancelledNow(details) ? "stopping" : "ending",
    subscriptionId: details.subscription_id,
    endsAt: details.ends_at,
    isBeingApplied: details.being_applied.includes("cancellation"),
  };
}
