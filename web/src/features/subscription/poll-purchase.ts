import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import type { PendingPlanChange } from "./saved-plan-change.ts";

/** What was bought beside the plan, and what it costs. */
export type PurchaseSums = {
  readonly addonPriceIds: readonly string[];
  /** Null where nothing was, or it is not known. */
  readonly paidPence: number | null;
  /** Before discounts. */
  readonly monthlyPence: number;
  readonly discounts: SubscriptionDetails["discounts"];
};

/** What one look at a purchase has found. */
export type PurchaseStatus =
  | {
      readonly is: "found";
      readonly subscription: UserSubscription;
      /** Names the purchase; null where it is not one, or not known yet. */
      readonly orderId: string | null;
      /** Whether it belongs to whoever is signed in. */
      readonly isYours: boolean;
      /** Null where no more than the row is known. */
      readonly sums: PurchaseSums | null;
      /** What is known of it beyond its row, where somebody has changed it. */
      readonly changed: {
        readonly details: SubscriptionDetails;
        readonly direction: PendingPlanChange["direction"];
      } | null;
    }
  | { readonly is: "pending" }
  /** Nobody has paid. */
  | { readonly is: "unpaid" }
  /** The bank did not let a change be paid for. */
  | { readonly is: "declined" }
  /** A change was not made. */
  | { readonly is: "unchanged" }
  /** There is no such purchase. */
  | { readonly is: "unknown" };

export type PurchaseView =
  | { readonly is: "checking" }
  | Exclude<PurchaseStatus, { is: "pending" }>
  | { readonly is: "pending"; readonly isLate: boolean }
  /** We could not ask. */
  | { readonly is: "unreachable" };

/** The page waits before it looks for the first time. */
const FIRST_MS = 2_000;
const LONGEST_PAUSE_MS = 8_000;
const PAUSE_GROWTH = 1.5;
/** From here on the page says that it takes longer than it should. */
const LATE_MS = 60_000;
const GIVE_UP_MS = 15 * 60_000;

/**
 * Looks at a purchase until there is something final to say, with growing pauses.
 *
 * @param look may throw when there is no answer, which is no reason to stop
 * @param show is given what to show each time
 * @param wait milliseconds; rejects when nobody is there any more
 * @param now milliseconds since any moment
 */
export async function pollPurchase({
  fetchStatus,
  show,
  wait,
  now,
}: {
  fetchStatus: () => Promise<PurchaseStatus>;
  show: (view: PurchaseView) => void;
  wait: (ms: number) => Promise<void>;
  now: () => number;
}): Promise<void> {
  const began = now();
  let pause = FIRST_MS;
  let hasAnswered = false;
  while (now() - began < GIVE_UP_MS) {
    // oxlint-disable-next-line no-await-in-loop -- One look after the other.
    await wait(pause);
    // oxlint-disable-next-line no-await-in-loop -- The same.
    const seen = await fetchStatus().catch(() => null);
    if (seen !== null && seen.is !== "pending") {
      show(seen);
      return;
    }
    hasAnswered ||= seen !== null;
    const isLate = now() - began >= LATE_MS;
    if (hasAnswered) show({ is: "pending", isLate });
    else if (isLate) show({ is: "unreachable" });
    pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS);
  }
}
