import type { Cadence, Interval } from "../money/periods.ts";
import type { Kinds, SubscriptionItem } from "../wire.ts";

export type Price = Kinds["price"];

export const INTERVALS = ["day", "week", "month", "year"] as const satisfies readonly Interval[];

export function cadenceOf(price: Price): Cadence | null {
  if (price.recurring === null) return null;
  const interval = INTERVALS.find((one) => one === price.recurring?.interval) ?? "month";
  return { interval, count: price.recurring.interval_count };
}

export function planOf(price: Price): SubscriptionItem["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
