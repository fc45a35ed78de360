import type { PlanChangePreview } from "#contracts/api/plan-change.ts";

const KEY = "planChange";

/** A change that was confirmed in this tab: what the page after it looks for. */
export type PendingPlanChange = {
  readonly subscriptionId: string;
  readonly direction: PlanChangePreview["direction"];
  /** What the subscription is made of once it is made. */
  readonly to: readonly string[];
  /** Whether it was made, so that nothing but our own delay can hide it. */
  readonly isApplied: boolean;
  /** Pence that were asked for it. */
  readonly paidPence: number;
};

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

export function savePendingPlanChange(storage: Store, change: PendingPlanChange): void {
  storage?.setItem(KEY, JSON.stringify(change));
}

/** The change that was confirmed last in this tab, or null. */
export function getPendingPlanChange(storage: Store): PendingPlanChange | null {
  const kept = storage?.getItem(KEY) ?? null;
  return kept === null ? null : (JSON.parse(kept) as PendingPlanChange);
}

export function clearPendingPlanChange(storage: Store): void {
  storage?.removeItem(KEY);
}
