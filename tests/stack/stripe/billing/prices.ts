import { changeMetadata, type MetadataChange } from "../http/params.ts";
import type { Cadence, Interval } from "../money/periods.ts";
import type { Kinds, SubscriptionItem } from "../wire.ts";
import { newId, now, type World } from "../world.ts";

export type Price = Kinds["price"];

export const INTERVALS = ["day", "week", "month", "year"] as const satisfies readonly Interval[];

export function createPrice(
  world: World,
  given: {
    currency: string;
    product: string;
    unit_amount: number;
    active?: boolean | undefined;
    lookup_key?: string | undefined;
    metadata?: MetadataChange;
    nickname?: string | undefined;
    recurring?: { interval: Interval; interval_count?: number | undefined } | undefined;
    tax_behavior?: "exclusive" | "inclusive" | "unspecified" | undefined;
  },
): Price {
  const { recurring } = given;
  const price: Price = {
    id: newId("price"),
    object: "price",
    active: given.active ?? true,
    billing_scheme: "per_unit",
    created: now(world, null),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: changeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring:
      recurring === undefined
        ? null
        : {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: given.tax_behavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? "one_time" : "recurring",
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
  world.store.put("price", price);
  return price;
}

export function cadenceOf({ recurring }: Price): Cadence {
  const interval = INTERVALS.find((one) => one === recurring?.interval) ?? "month";
  return { interval, count: recurring?.interval_count ?? 1 };
}

export function isSameCadence(a: Price, b: Price): boolean {
  const [one, other] = [cadenceOf(a), cadenceOf(b)];
  return one.interval === other.interval && one.count === other.count;
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
