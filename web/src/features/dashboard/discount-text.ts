import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";

/** With the day of the first payment that is not reduced: Stripe's end may be long before it. */
export function discountText(
  {
    percent_off: percent,
    amount_off_pence: pence,
    ends_at: endsAt,
  }: SubscriptionDetails["discounts"][number],
  payments: SubscriptionDetails["payments"],
): string {
  const amount = `${percent === null ? formatGbp(pence ?? 0) : `${percent}%`} off`;
  if (endsAt === null) return amount;
  const { at } = payments.find((payment) => payment.at >= endsAt) ?? { at: endsAt };
  return `${amount} until ${formatLongDay(isoOf(at))}`;
}
