import type { PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { ADDONS } from "#contracts/catalogue.ts";

/**
 * Reads what an address wants changed: `?plan=` another plan, `?add=` and `?remove=` add-ons, each as often as needed.
 *
 * @param search the query, with or without its question mark
 * @returns null where it names nothing, or something that is not for sale: half of what somebody wanted is never shown
 */
export function parsePlanSelection(search: string): PlanChangePreviewRequest | null {
  const query = new URLSearchParams(search);
  const plans = query.getAll("plan");
  const add = query.getAll("add");
  const remove = query.getAll("remove");
  const [plan] = plans;
  const areAddons = [...add, ...remove].every((name) =>
    ADDONS.some(({ priceId }) => priceId === name),
  );
  if (!areAddons || plans.length > 1 || (plan !== undefined && planOf(plan) === null)) return null;
  if (plan === undefined && add.length === 0 && remove.length === 0) return null;
  return {
    ...(plan !== undefined && { plan }),
    ...(add.length > 0 && { add: [...new Set(add)] }),
    ...(remove.length > 0 && { remove: [...new Set(remove)] }),
  };
}
