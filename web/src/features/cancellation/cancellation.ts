import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import { endsImmediately } from "../subscription/ends-immediately.ts";

export type Cancellation =
  | { readonly state: "unknown" | "none" | "running" }
  | {
      /** `ending-immediately`: cancels immediately, once Stripe has applied it. */
      readonly state: "ending" | "ending-immediately" | "ended";
      readonly subscriptionId: string;
      /** Seconds since the epoch; null when unknown. */
      readonly endsAt: number | null;
      readonly isBeingApplied: boolean;
    };

/** @param details undefined while loading; null without any subscription */
export function cancellationOf(details: SubscriptionDetails | null | undefined): Cancellation {
  if (details === undefined) return { state: "unknown" };
  if (details === null) return { state: "none" };
  const hasEnded = !isOpen(details.subscription_status);
  if (!hasEnded && details.ends_at === null) return { state: "running" };
  return {
    state: hasEnded ? "ended" : endsImmediately(details) ? "ending-immediately" : "ending",
    subscriptionId: details.subscription_id,
    endsAt: details.ends_at,
    isBeingApplied: details.being_applied.includes("cancellation"),
  };
}

/** Null without a payment: Stripe collects with the end what waits for an invoice, and goes on until an end that the team set later. */
export function remainingPayment(details: SubscriptionDetails | null): string | null {
  const [next] = details?.payments ?? [];
  return next === undefined ? null : `${formatGbp(next.pence)} on ${formatLongDay(isoOf(next.at))}`;
}
