import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { catalogueItemOf } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";

type Discount = SubscriptionDetails["discounts"][number];

/** Names the day of the first payment that is not reduced: Stripe's end of a discount may be long before it. */
export function discountText(
  { percent_off: percent, amount_off_pence: pence, price_ids: priceIds, ends_at: endsAt }: Discount,
  payments: SubscriptionDetails["payments"],
): string {
  const sum = percent === null ? formatGbp(pence ?? 0) : `${percent}%`;
  const amount = `${sum} off${priceIds === null ? "" : ` ${namesOf(priceIds)}`}`;
  if (endsAt === null) return amount;
  const { at } = payments.find((payment) => payment.at >= endsAt) ?? { at: endsAt };
  return `${amount} until ${formatLongDay(isoOf(at))}`;
}

function namesOf(priceIds: readonly string[]): string {
  const names = priceIds.flatMap((priceId) => catalogueItemOf(priceId)?.name ?? []);
  return names.length === 0 ? "other products" : names.join(", ");
}
