import { ADDONS, FOR_SALE, isIncludedIn } from "../catalogue.ts";
import { planOf } from "./plans.ts";
import { type Cadence, type Collection, isMonthly } from "./upcoming-payments.ts";

export type SubscribedItems = { readonly plan: string | null; readonly addons: readonly string[] };

export type PlanSelection = {
  readonly plan: string | null;
  readonly add: readonly string[];
  readonly remove: readonly string[];
};

export type PlanChangeError =
  | "unknown_price"
  /** Outside the catalogue, so upgrades and downgrades are unknown. */
  | "unknown_plan"
  | "no_change"
  /** An upgrade and a downgrade at once. */
  | "mixed";

type ChangeDirection = "upgrade" | "downgrade" | "add" | "remove";

export type PlanChangeDecision =
  | {
      readonly ok: true;
      readonly direction: ChangeDirection;
      /** Additions are paid and start now; removals wait for the end of the paid period. */
      readonly when: "now" | "period_end";
      readonly target: { readonly plan: string; readonly addons: readonly string[] };
    }
  | { readonly ok: false; readonly error: PlanChangeError };

const HAND_CHANGES = ["paused", "invoiced", "by_hand"] as const;
export type HandChange = (typeof HAND_CHANGES)[number];

/**
 * Says why only the team changes a subscription's plan: the site charges an upgrade at once, and for a month. Edge and
 * pages ask here.
 */
export function handChangeOf({
  collection,
  cadence,
  isInvoiced,
}: {
  readonly collection: Collection;
  readonly cadence: Cadence | null;
  readonly isInvoiced: boolean;
}): HandChange | null {
  if (collection === "paused") return "paused";
  if (collection === "unknown" || !isMonthly(cadence)) return "by_hand";
  return isInvoiced ? "invoiced" : null;
}

export function decidePlanChange(
  current: SubscribedItems,
  selection: PlanSelection,
): PlanChangeDecision {
  const chosen = [...selection.add, ...selection.remove];
  const areAddons = chosen.every((priceId) => ADDONS.some((addon) => addon.priceId === priceId));
  if (!areAddons || (selection.plan !== null && planOf(selection.plan) === null)) {
    return { ok: false, error: "unknown_price" };
  }
  const from = planOf(current.plan);
  if (from === null) return { ok: false, error: "unknown_plan" };
  const to = planOf(selection.plan) ?? from;
  const isIncluded = (priceId: string) =>
    FOR_SALE.some((item) => item.priceId === priceId && isIncludedIn(item, to.priceId));
  const added = selection.add.filter(
    (priceId) => !current.addons.includes(priceId) && !isIncluded(priceId),
  );
  const removed = selection.remove.filter((priceId) => current.addons.includes(priceId));
  const isMore = to.pricePence > from.pricePence || added.length > 0;
  const isLess = to.pricePence < from.pricePence || removed.length > 0;
  if (isMore && isLess) return { ok: false, error: "mixed" };
  if (!isMore && !isLess) return { ok: false, error: "no_change" };
  const isOtherPlan = to.priceId !== from.priceId;
  return {
    ok: true,
    direction: isMore ? (isOtherPlan ? "upgrade" : "add") : isOtherPlan ? "downgrade" : "remove",
    when: isMore ? "now" : "period_end",
    target: {
      plan: to.priceId,
      addons: [...new Set([...current.addons, ...added])]
        .filter((priceId) => !removed.includes(priceId) && !isIncluded(priceId))
        .toSorted(),
    },
  };
}
