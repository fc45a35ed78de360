import type { PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { ADDONS } from "#contracts/catalogue.ts";

/**
 * Parses `?plan=`, `?add=` and `?remove=`.
 * @returns null when any price is unknown: never half a change
 */
export function parsePlanSelection(search: string): PlanChangePreviewRequest | null {
  const query = new URLSearchParams(search);
  const plans = query.getAll("plan");
  const add = query.getAll("add");
  const remove = query.getAll("remove");
  const [plan] = plans;
  const areAddons = [...add, ...remove].every((priceId) =>
    ADDONS.some((addon) => addon.priceId === priceId),
  );
  if (!areAddons || plans.length > 1 || (plan !== undefined && planOf(plan) === null)) return null;
  if (plan === undefined && add.length === 0 && remove.length === 0) return null;
  return {
    ...(plan !== undefined && { plan }),
    ...(add.length > 0 && { add: [...new Set(add)] }),
    ...(remove.length > 0 && { remove: [...new Set(remove)] }),
  };
}
