import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";

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
  if (discounts.length === 0) return null;
  let left = monthlyPence;
  for (const { percent_off: percent } of discounts) {
    if (percent === null) return null;
    left -= Math.round((left * percent) / 100);
  }
  return left;
}
