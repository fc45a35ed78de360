import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";

const DIRECTIONS = [
  "upgrade",
  "add",
  "downgrade",
  "remove",
] as const satisfies readonly PlanChangePreview["direction"][];

export type PendingPlanChange = {
  readonly subscriptionId: string;
  readonly direction: PlanChangePreview["direction"];
  /** Price ids. */
  readonly to: readonly string[];
  /** Stripe has applied or scheduled it, so a difference can only be a late sync. */
  readonly isApplied: boolean;
  readonly paidPence: number;
};

/** The change that was confirmed in this tab. */
export const pendingPlanChange = storedEntry("planChange", (value): PendingPlanChange | null => {
  const { subscriptionId, direction, to, isApplied, paidPence } = fieldsOf(value);
  const knownDirection = DIRECTIONS.find((name) => name === direction);
  if (typeof subscriptionId !== "string" || knownDirection === undefined || !Array.isArray(to))
    return null;
  if (typeof isApplied !== "boolean" || typeof paidPence !== "number") return null;
  return { subscriptionId, direction: knownDirection, to: to.map(String), isApplied, paidPence };
});
