import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { isCancelledNow } from "../subscription/is-cancelling-now.ts";

/** How somebody stands with us on the page that says goodbye. */
export type CancelledState =
  /** Nobody is signed in, or it is not known yet. */
  | { readonly is: "unknown" }
  | { readonly is: "none" }
  /** It runs, and no end is set. */
  | { readonly is: "running" }
  | {
      /** `stopping`: it ends at once, as soon as the payment provider is told. */
      readonly is: "ending" | "stopping" | "over";
      readonly subscriptionId: string;
      /** Seconds since the epoch; null where nobody has noted it. */
      readonly endsAt: number | null;
      /** Whether the payment provider has still to be told. */
      readonly isBeingApplied: boolean;
    };

/** @param details undefined until they are there, null for whoever never had a subscription */
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
