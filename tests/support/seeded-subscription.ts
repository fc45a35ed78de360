import type { Stripe } from "stripe";
import type { AnnouncedPrice } from "#contracts/billing/upcoming-payments.ts";
import { ADDONS, PLANS, productIdOf } from "#contracts/catalogue.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import { advanceTime } from "../stack/stripe/billing/due.ts";
import { type Running, setCard } from "../stack/stripe/start-for-test.ts";
import { pick, seeded } from "./seeded.ts";

/** A subscription as customers buy it and the team changes it in the Dashboard. The same seed makes the same one. */
export type SeededSubscription = {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly clock: string;
  readonly log: readonly string[];
  /** Stripe's next invoice holds sums that no item says: our arithmetic alone cannot know it. */
  readonly hasUnlisted: boolean;
  /** For the first item; Stripe does not know it. */
  readonly announced: Announced | null;
};

type Announced = {
  readonly price: AnnouncedPrice;
  /** As the worker does it, just before. */
  readonly apply: () => Promise<void>;
};

type At = {
  readonly running: Running;
  readonly random: () => number;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly clock: string;
};

/** @returns what was done; null where the act makes no sense */
type Act = (at: At) => Promise<string | null>;

const DAY_S = 86_400;
/** Last days of months, a leap day, and midnight. */
const BEGINNINGS = ["2027-01-31T10:00", "2028-02-29T23:59", "2027-03-01T00:00", "2027-08-15T12:30"];
const MONTHLY = { interval: "month", interval_count: 1 } as const;
const CADENCES = [
  ...Array.from({ length: 8 }, () => MONTHLY),
  { interval: "year", interval_count: 1 },
  { interval: "month", interval_count: 3 },
  { interval: "week", interval_count: 2 },
] as const;
const PERCENTAGES = [10, 12.5, 20, 33.3, 50, 99.9, 100];
const SUMS = [1, 5_00, 9_99, 100_00, 500_00];

const upTo = (random: () => number, most: number) => 1 + Math.floor(random() * most);

/** The catalogue's price, or one of another sum or cadence that the team made by hand. */
async function priceFor({ running: { stripe }, random }: At, priceId: string, cadence: Cadence) {
  const known = [...PLANS, ...ADDONS].find((one) => one.priceId === priceId)?.pricePence ?? 0;
  const { id } = await stripe.prices.create({
    product: productIdOf(priceId),
    currency: "gbp",
    unit_amount: random() < 0.7 ? known : pick(random, [7, 20, 33_33, 150_00]),
    recurring: cadence,
    metadata: { ...CATALOGUE_METADATA, price_id: priceId },
  });
  return id;
}

type Cadence = (typeof CADENCES)[number];

async function couponFor({ running: { stripe }, random }: At): Promise<Stripe.Coupon> {
  const isLimited = random() < 0.2;
  return stripe.coupons.create({
    ...(random() < 0.6
      ? { percent_off: pick(random, PERCENTAGES) }
      : { amount_off: pick(random, SUMS), currency: "gbp" }),
    ...(random() < 0.4
      ? { duration: "repeating", duration_in_months: upTo(random, 4) }
      : { duration: random() < 0.5 ? "once" : "forever" }),
    ...(isLimited && { applies_to: { products: [productIdOf(pick(random, ADDONS).priceId)] } }),
  });
}

const nameOf = ({ percent_off: percent, amount_off: sum, duration, ...coupon }: Stripe.Coupon) =>
  `${percent ?? sum} ${duration} ${coupon.duration_in_months ?? ""}`;

async function subscriptionOf({ running: { stripe }, subscriptionId }: At) {
  return stripe.subscriptions.retrieve(subscriptionId);
}

const ACTS: Readonly<Record<string, Act>> = {
  async credit({ running: { stripe }, random, customerId }) {
    const balance = pick(random, [-1, -50_00, -175_00, -500_00, 29, 15_00]);
    await stripe.customers.update(customerId, { balance });
    return String(balance);
  },
  async "a coupon"(at) {
    const { discounts } = await subscriptionOf(at);
    const coupon = await couponFor(at);
    await at.running.stripe.subscriptions.update(at.subscriptionId, {
      discounts: [...discounts.map((id) => ({ discount: idOf(id) })), { coupon: coupon.id }],
    });
    return nameOf(coupon);
  },
  async "a coupon of the customer"(at) {
    const coupon = await couponFor(at);
    await at.running.emulator.app.request(`/control/customers/${at.customerId}/discount`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ coupon: coupon.id }),
    });
    return nameOf(coupon);
  },
  "another quantity": async (at) => changeQuantity(at, "none"),
  async "an item outside the catalogue"(at) {
    const { stripe } = at.running;
    const { items } = await subscriptionOf(at);
    const [beside] = items.data;
    const { id: product } = await stripe.products.create({ name: "Photo day" });
    const { id: price } = await stripe.prices.create({
      product,
      currency: "gbp",
      unit_amount: pick(at.random, [45_00, 33_33]),
      recurring: cadenceOf(beside?.price),
    });
    await stripe.subscriptions.update(at.subscriptionId, {
      items: [{ price }],
      proration_behavior: "none",
    });
    return "";
  },
  async "an end"(at) {
    const { items } = await subscriptionOf(at);
    const end = items.data[0]?.current_period_end ?? 0;
    await at.running.stripe.subscriptions.update(at.subscriptionId, {
      cancel_at: end + pick(at.random, [0, 1, 20 * DAY_S, 45 * DAY_S]),
    });
    return "";
  },
};

/** Stripe alone knows these sums. */
const UNLISTED: Readonly<Record<string, Act>> = {
  async "an invoice item"({ running: { stripe }, random, customerId, subscriptionId }) {
    const amount = pick(random, [199_00, 12_34, -30_00, -500_00]);
    const isOfSubscription = random() < 0.5;
    await stripe.invoiceItems.create({
      customer: customerId,
      amount,
      currency: "gbp",
      ...(isOfSubscription && { subscription: subscriptionId }),
      ...(random() < 0.5 && { discountable: false }),
    });
    return `${amount} ${isOfSubscription ? "of the subscription" : "of the customer"}`;
  },
  "another quantity, prorated": async (at) => changeQuantity(at, "create_prorations"),
  async "a yearly item"(at) {
    const { items } = await subscriptionOf(at);
    if (items.data.some(({ price }) => price.recurring?.interval !== "month")) return null;
    const cadence = { interval: "year", interval_count: 1 } as const;
    const price = await priceFor(at, pick(at.random, ADDONS).priceId, cadence);
    await at.running.stripe.subscriptions.update(at.subscriptionId, { items: [{ price }] });
    return "";
  },
};

async function changeQuantity(
  at: At,
  proration: Stripe.SubscriptionUpdateParams.ProrationBehavior,
): Promise<string> {
  const { items } = await subscriptionOf(at);
  const { id } = pick(at.random, items.data);
  const quantity = upTo(at.random, 4);
  await at.running.stripe.subscriptions.update(at.subscriptionId, {
    items: [{ id, quantity }],
    proration_behavior: proration,
  });
  return String(quantity);
}

async function pauseCollection({
  running: { stripe, world },
  random,
  subscriptionId,
  clock,
}: At): Promise<string> {
  const behavior = pick(random, ["void", "mark_uncollectible", "keep_as_draft"] as const);
  const days = pick(random, [0, 20, 45, 75]);
  const nowS = world.store.get("test_helpers.test_clock", clock)?.frozen_time ?? 0;
  await stripe.subscriptions.update(subscriptionId, {
    pause_collection: { behavior, ...(days > 0 && { resumes_at: nowS + days * DAY_S }) },
  });
  return `${behavior} for ${days} days`;
}

/** For the period's end, as our site books it; the team may make schedules of other kinds. */
async function bookChange(at: At): Promise<string | null> {
  const { stripe } = at.running;
  const { items, discounts, cancel_at: cancelAt } = await subscriptionOf(at);
  if (cancelAt !== null || items.data.some(({ price }) => !isMonthly(price))) return null;
  const kind = at.random() < 0.6 ? "as on our site" : pick(at.random, TEAMS_SCHEDULES);
  const { priceId, pricePence } = pick(at.random, PLANS);
  const price = await stripe.prices.create({
    product: productIdOf(priceId),
    currency: "gbp",
    unit_amount: pricePence,
    recurring: MONTHLY,
    metadata: { ...CATALOGUE_METADATA, price_id: priceId },
  });
  const { id, current_phase: phase } = await stripe.subscriptionSchedules.create({
    from_subscription: at.subscriptionId,
  });
  const [plan, ...others] = items.data.map((item) => ({
    price: item.price.id,
    quantity: item.quantity ?? 1,
  }));
  if (plan === undefined) return null;
  const kept = {
    discounts: discounts.map((discount) => ({ discount: idOf(discount) })),
    proration_behavior: "none",
  } as const;
  const then = {
    items: [{ ...plan, price: price.id }, ...others.filter(() => at.random() < 0.7)],
    duration: MONTHLY,
    ...kept,
    ...(kind === "without discounts" && { discounts: [] }),
  };
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: "release",
    phases: [
      {
        items: [plan, ...others],
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
        ...kept,
      },
      then,
      ...(kind === "two phases" ? [{ items: [plan], duration: MONTHLY, ...kept }] : []),
    ],
  });
  return `${kind}: ${then.items.length} items with ${priceId}`;
}

const TEAMS_SCHEDULES = ["without discounts", "two phases"] as const;

function cadenceOf(price: Stripe.Price | undefined): Stripe.PriceCreateParams.Recurring {
  const { interval, interval_count: count } = price?.recurring ?? MONTHLY;
  return { interval, interval_count: count };
}

const isMonthly = ({ recurring }: Stripe.Price) =>
  recurring?.interval === "month" && recurring.interval_count === 1;

/** Plays what falls due until then, at once. */
export function passTo({ world }: Running, clock: string, seconds: number): void {
  world.store.transaction(() => advanceTime(world, clock, seconds));
}

export async function makeSubscription(
  running: Running,
  seed: number,
): Promise<SeededSubscription> {
  const { stripe } = running;
  const random = seeded(seed);
  const beginsS = Date.parse(`${pick(random, BEGINNINGS)}Z`) / 1_000;
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: beginsS });
  const { id: customerId } = await stripe.customers.create({ test_clock: clock });
  await setCard(stripe, customerId, "pm_card_visa");
  const bare = { running, random, customerId, subscriptionId: "", clock };
  const cadence = pick(random, CADENCES);
  const addons = ADDONS.filter(() => random() < 0.3);
  const sold = [pick(random, PLANS), ...addons];
  const items: Stripe.SubscriptionCreateParams.Item[] = [];
  for (const { priceId } of sold) {
    const price = await priceFor(bare, priceId, cadence);
    items.push({ price, quantity: random() < 0.7 ? 1 : upTo(random, 4) });
  }
  const log = [
    `${sold.map((one) => one.priceId).join(" + ")} each ${cadence.interval_count} ${cadence.interval}`,
  ];
  const coupons: Stripe.Coupon[] = [];
  while (random() < 0.4) coupons.push(await couponFor(bare));
  log.push(...coupons.map((coupon) => `bought with ${nameOf(coupon)}`));
  const { id: subscriptionId, ...bought } = await stripe.subscriptions.create({
    customer: customerId,
    items,
    discounts: coupons.map(({ id }) => ({ coupon: id })),
  });
  const at = { ...bare, subscriptionId };
  const [first] = bought.items.data;
  const { current_period_start: start = 0, current_period_end: end = 0 } = first ?? {};
  passTo(running, clock, Math.floor(start + random() * (end - start)));
  let hasUnlisted = false;
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const isUnlisted = random() < 0.3;
    const [name, act] = pick(random, Object.entries(isUnlisted ? UNLISTED : ACTS));
    const done = await act(at);
    if (done === null) continue;
    log.push(`${name}: ${done}`);
    hasUnlisted ||= isUnlisted;
  }
  if (random() < 0.3) log.push(`paused: ${await pauseCollection(at)}`);
  const booked = random() < 0.25 ? await bookChange(at) : null;
  if (booked !== null) log.push(`booked ${booked}`);
  return {
    customerId,
    subscriptionId,
    clock,
    log,
    hasUnlisted,
    announced: first === undefined || booked !== null ? null : announce(at, first, end),
  };
}

function announce(at: At, item: Stripe.SubscriptionItem, end: number): Announced | null {
  const { running, random, subscriptionId, clock } = at;
  if (random() < 0.5) return null;
  // From the next renewal on, or from the one after it.
  const from = end + pick(random, [0, DAY_S]);
  const pence = pick(random, [120_00, 200_01]);
  const { product, metadata, unit_amount: fromPence } = item.price;
  return {
    price: {
      priceId: metadata["price_id"] ?? null,
      fromPence: fromPence ?? 0,
      pence,
      at: new Date(from * 1_000).toISOString(),
    },
    async apply() {
      passTo(running, clock, from - 1);
      const { id: price } = await running.stripe.prices.create({
        product: idOf(product),
        currency: "gbp",
        unit_amount: pence,
        recurring: cadenceOf(item.price),
        metadata,
      });
      await running.stripe.subscriptions.update(subscriptionId, {
        items: [{ id: item.id, price }],
        proration_behavior: "none",
      });
    },
  };
}
