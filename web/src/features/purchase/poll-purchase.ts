import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import type { PendingPlanChange } from "../plan-change/pending-plan-change.ts";

export type PurchaseSums = {
  readonly addonNames: string;
  /** Null when nothing was paid, or the sum is unknown. */
  readonly paidPence: number | null;
  readonly payments: SubscriptionDetails["payments"];
};

export type FoundPurchase = {
  readonly state: "found";
  readonly subscription: UserSubscription;
  /** Null when there is no purchase to report, or not known yet. */
  readonly orderId: string | null;
  readonly isYours: boolean;
  readonly isUnclaimed: boolean;
  readonly isReturning: boolean;
  /** Null while only the row is known. */
  readonly sums: PurchaseSums | null;
  readonly changed: {
    readonly details: SubscriptionDetails;
    readonly direction: PendingPlanChange["direction"];
  } | null;
};

type FinalStatus =
  | FoundPurchase
  | { readonly state: "unpaid" | "declined" | "unchanged" | "unknown" };

export type PurchaseStatus = FinalStatus | { readonly state: "pending" };

export type PurchaseView =
  | FinalStatus
  | { readonly state: "pending"; readonly isLate: boolean }
  | { readonly state: "checking" | "unreachable" };

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 8_000;
const PAUSE_GROWTH = 1.5;
const LATE_MS = 60_000;
const GIVE_UP_MS = 15 * 60_000;

/**
 * @param fetchStatus may throw; the polling continues
 * @param wait milliseconds; rejects when the page is left
 * @param now milliseconds from any origin
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
  const startedAt = now();
  let pause = FIRST_PAUSE_MS;
  let hasAnswered = false;
  while (now() - startedAt < GIVE_UP_MS) {
    // oxlint-disable-next-line no-await-in-loop -- One request after the other.
    await wait(pause);
    // oxlint-disable-next-line no-await-in-loop -- The same.
    const status = await fetchStatus().catch(() => null);
    if (status !== null && status.state !== "pending") {
      show(status);
      return;
    }
    hasAnswered ||= status !== null;
    const isLate = now() - startedAt >= LATE_MS;
    if (hasAnswered) show({ state: "pending", isLate });
    else if (isLate) show({ state: "unreachable" });
    pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS);
  }
}
