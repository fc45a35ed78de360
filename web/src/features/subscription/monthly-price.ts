import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { afterPercents } from "#contracts/billing/discounts.ts";

type Discount = Pick<SubscriptionDetails["discounts"][number], "percent_off">;

/**
 * What a month costs while discounts last: each takes its part of what the one before has left.
 *
 * @param monthlyPence before anything is taken off
 * @returns pence; null where nothing is taken off, or where a discount is not a part of the sum
 */
export function discountedPence(
  monthlyPence: number,
  discounts: readonly Discount[],
): number | null {
  const percents = discounts.flatMap(({ percent_off: percent }) => percent ?? []);
  if (percents.length === 0 || percents.length < discounts.length) return null;
  return afterPercents(monthlyPence, percents);
}
