import type { PlanChangePreview } from "#contracts/api/plan-change.ts";

const KEY = "planChange";

export type PendingPlanChange = {
  readonly subscriptionId: string;
  readonly direction: PlanChangePreview["direction"];
  /** Price ids. */
  readonly to: readonly string[];
  /** Stripe has applied or scheduled it, so a difference can only be a late sync. */
  readonly isApplied: boolean;
  readonly paidPence: number;
};

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

export function savePendingPlanChange(storage: Store, change: PendingPlanChange): void {
  storage?.setItem(KEY, JSON.stringify(change));
}

export function getPendingPlanChange(storage: Store): PendingPlanChange | null {
  const kept = storage?.getItem(KEY) ?? null;
  return kept === null ? null : (JSON.parse(kept) as PendingPlanChange);
}

export function clearPendingPlanChange(storage: Store): void {
  storage?.removeItem(KEY);
}
