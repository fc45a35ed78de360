import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { afterPercents } from "#contracts/billing/discounts.ts";

type Discount = Pick<SubscriptionDetails["discounts"][number], "percent_off">;

/**
 * Each discount applies to the remainder of the one before.
 * @returns pence; null without discounts, or when one is not a percentage
 */
export function discountedPence(
  monthlyPence: number,
  discounts: readonly Discount[],
): number | null {
  const percents = discounts.flatMap(({ percent_off: percent }) => percent ?? []);
  if (percents.length === 0 || percents.length < discounts.length) return null;
  return afterPercents(monthlyPence, percents);
}
