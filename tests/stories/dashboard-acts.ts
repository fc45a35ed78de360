import type { Stripe } from "stripe";
import type { PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { SITE } from "../support/auth-service.ts";
import { pick } from "../support/seeded.ts";

/** Acts of one year: those of the team in Stripe's Dashboard, and the customer's own on our site. */

export type Person = {
  readonly seed: number;
  readonly random: () => number;
  readonly customerId: string;
  readonly taxRate: string;
  readonly call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: unknown }>;
  /** What happened so far, newest last. */
  readonly log: string[];
};

export type Shop = {
  readonly stripe: Stripe;
  readonly priceOf: (sold: { priceId: string }) => Stripe.Price;
  /** Unix seconds. */
  readonly nowS: () => number;
  readonly control: (path: string, body?: object) => Promise<void>;
};

type At = {
  readonly shop: Shop;
  readonly person: Person;
  readonly subscription: Stripe.Subscription;
};

/** @returns what was done; null where the act makes no sense at the moment */
type Act = (at: At) => Promise<string | null>;

const DAY_S = 86_400;

const PRORATIONS = ["none", "always_invoice", "create_prorations"] as const;
/** The team's share of all acts; the others are the customer's own. */
const TEAM_SHARE = 0.75;
const GOOD_CARDS = ["pm_card_visa", "pm_card_mastercard", "pm_card_amex"] as const;

async function setDefault({ shop, person }: At, card: string): Promise<void> {
  const { stripe } = shop;
  await stripe.customers.update(person.customerId, {
    invoice_settings: { default_payment_method: card },
  });
}

async function typeCard(at: At, name: string): Promise<string> {
  const { id } = await at.shop.stripe.paymentMethods.attach(name, {
    customer: at.person.customerId,
  });
  await setDefault(at, id);
  return name;
}

const newestOpen = async ({ shop: { stripe }, subscription: { id } }: At) =>
  (await stripe.invoices.list({ subscription: id, status: "open" })).data[0];

async function lastCharge({ shop: { stripe }, person }: At) {
  const { data } = await stripe.charges.list({ customer: person.customerId, limit: 10 });
  return data.find(({ status, disputed }) => status === "succeeded" && !disputed);
}

const planItem = ({ subscription }: At): Stripe.SubscriptionItem => {
  const [first] = subscription.items.data;
  if (first === undefined) throw new Error("Bug: a subscription without an item");
  return first;
};

/** A price of the plan's product that the team makes by hand. */
async function priceByHand(at: At, interval: "month" | "year", pence: number): Promise<string> {
  const { price } = planItem(at);
  const { id } = await at.shop.stripe.prices.create({
    product: idOf(price.product),
    currency: "gbp",
    unit_amount: pence,
    recurring: { interval },
    metadata: price.metadata,
    tax_behavior: "inclusive",
  });
  return id;
}

const changeItem = async (
  { shop: { stripe }, person: { random }, subscription }: At,
  item: Stripe.SubscriptionUpdateParams.Item,
): Promise<string> => {
  const proration = pick(random, PRORATIONS);
  await stripe.subscriptions.update(subscription.id, {
    items: [item],
    proration_behavior: proration,
  });
  return proration;
};

const isMonthly = ({ subscription }: At) =>
  subscription.items.data.every(({ price }) => price.recurring?.interval === "month");

const pounds = (random: () => number, most: number) => 100 * (1 + Math.floor(random() * most));

const TEAM_ACTS: Readonly<Record<string, Act>> = {
  async "types another card and sets it as the default"(at) {
    return typeCard(at, pick(at.person.random, GOOD_CARDS));
  },
  async "sets an older card as the default"(at) {
    const { data } = await at.shop.stripe.paymentMethods.list({ customer: at.person.customerId });
    const good = data.filter(({ card }) => card !== undefined && card.last4 !== "0341");
    if (good.length < 2) return null;
    const card = pick(at.person.random, good);
    await setDefault(at, card.id);
    return String(card.card?.last4);
  },
  "sets a card as the default that declines": (at) => typeCard(at, "pm_card_chargeCustomerFail"),
  async "gives a coupon"(at) {
    if (at.subscription.schedule !== null) return null;
    const { stripe } = at.shop;
    const { random } = at.person;
    const coupon = await stripe.coupons.create({
      ...(random() < 0.5
        ? { percent_off: pick(random, [10, 15, 33, 50]) }
        : { amount_off: pounds(random, 40), currency: "gbp" }),
      ...pick(random, [
        { duration: "once" },
        { duration: "forever" },
        { duration: "repeating", duration_in_months: 1 + Math.floor(random() * 4) },
      ] as const),
    });
    const kept = at.subscription.discounts.map((one) => ({ discount: idOf(one) }));
    await stripe.subscriptions.update(at.subscription.id, {
      discounts: [...kept, { coupon: coupon.id }],
    });
    return `${coupon.percent_off ?? coupon.amount_off} ${coupon.duration}`;
  },
  async "deletes a coupon that the customer has"(at) {
    const { stripe } = at.shop;
    const read = await stripe.subscriptions.retrieve(at.subscription.id, { expand: ["discounts"] });
    for (const discount of read.discounts) {
      const coupon = typeof discount === "string" ? null : idOf(discount.source.coupon);
      const isOurs = coupon === null || coupon.startsWith("tidepost");
      if (isOurs || (await isDeleted(stripe, coupon))) continue;
      await stripe.coupons.del(coupon);
      return coupon;
    }
    return null;
  },
  async "takes all discounts away"({ shop, subscription }) {
    if (subscription.schedule !== null) return null;
    if (subscription.discounts.length === 0) return null;
    await shop.stripe.subscriptions.update(subscription.id, { discounts: "" });
    return "";
  },
  async "moves the customer to a price made by hand"(at) {
    if (!isMonthly(at)) return null;
    const pence = 5_000 + pounds(at.person.random, 150);
    const price = await priceByHand(at, "month", pence);
    return `${pence} ${await changeItem(at, { id: planItem(at).id, price })}`;
  },
  async "archives the price that the customer has"(at) {
    const { price } = planItem(at);
    // The catalogue's own prices are everybody's.
    if (price.lookup_key !== null || !price.active) return null;
    await at.shop.stripe.prices.update(price.id, { active: false });
    return price.id;
  },
  async "archives the tax rate that the customer has"({ shop, person }) {
    await shop.stripe.taxRates.update(person.taxRate, { active: false });
    return person.taxRate;
  },
  async "changes the quantity"(at) {
    const { id, quantity = 1 } = planItem(at);
    const next = quantity === 1 ? 2 : 1;
    return `${next} ${await changeItem(at, { id, quantity: next })}`;
  },
  async "changes the plan"(at) {
    if (!isMonthly(at)) return null;
    const other = PLANS.filter((plan) => at.shop.priceOf(plan).id !== planItem(at).price.id);
    const plan = pick(at.person.random, other);
    const price = at.shop.priceOf(plan).id;
    if (at.subscription.items.data.some((item) => item.price.id === price)) return null;
    return `${plan.priceId} ${await changeItem(at, { id: planItem(at).id, price })}`;
  },
  async "adds an item outside the catalogue"(at) {
    if (at.subscription.items.data.length > 2 || !isMonthly(at)) return null;
    const { stripe } = at.shop;
    const product = await stripe.products.create({ name: "Photo day" });
    const { id: price } = await stripe.prices.create({
      product: product.id,
      currency: "gbp",
      unit_amount: pounds(at.person.random, 60),
      recurring: { interval: "month" },
      tax_behavior: "inclusive",
    });
    return changeItem(at, { price });
  },
  async "adds an invoice item"({ shop, person: { random, customerId }, subscription }) {
    const pence = pounds(random, 60) * (random() < 0.4 ? -1 : 1);
    const isOfSubscription = random() < 0.5;
    await shop.stripe.invoiceItems.create({
      customer: customerId,
      amount: pence,
      currency: "gbp",
      description: "By hand",
      ...(isOfSubscription && { subscription: subscription.id }),
    });
    return `${pence} ${isOfSubscription ? "subscription" : "customer"}`;
  },
  async "deletes a pending invoice item"({ shop: { stripe }, person }) {
    const { data } = await stripe.invoiceItems.list({ customer: person.customerId, pending: true });
    const [item] = data;
    if (item === undefined) return null;
    await stripe.invoiceItems.del(item.id);
    return String(item.amount);
  },
  async "invoices what waits at once"({ shop: { stripe }, person, subscription }) {
    const { data } = await stripe.invoiceItems.list({ customer: person.customerId, pending: true });
    if (data.every((item) => item.amount <= 0)) return null;
    const isOfSubscription = person.random() < 0.5;
    const { id } = await stripe.invoices.create({
      customer: person.customerId,
      pending_invoice_items_behavior: "include",
      ...(isOfSubscription && { subscription: subscription.id }),
    });
    const open = await stripe.invoices.finalizeInvoice(id);
    if (open.amount_due > 0) await stripe.invoices.pay(id, { paid_out_of_band: true });
    return `${open.amount_due} ${isOfSubscription ? "subscription" : "customer"}`;
  },
  async "gives free days"(at) {
    const { shop, person, subscription } = at;
    const isPlain = subscription.schedule === null && subscription.cancel_at === null;
    if (subscription.status !== "active" || !isPlain || !isMonthly(at)) return null;
    const days = pick(person.random, [5, 14, 40]);
    const proration = pick(person.random, PRORATIONS);
    await shop.stripe.subscriptions.update(subscription.id, {
      trial_end: shop.nowS() + days * DAY_S,
      proration_behavior: proration,
    });
    return `${days} ${proration}`;
  },
  async "ends the free days"({ shop, subscription }) {
    if (subscription.status !== "trialing") return null;
    await shop.stripe.subscriptions.update(subscription.id, { trial_end: "now" });
    return "";
  },
  async "gives credit"({ shop, person: { random, customerId } }) {
    const pence = -pounds(random, 100);
    await shop.stripe.customers.update(customerId, { balance: pence });
    return String(pence);
  },
  async "pauses collection"({ shop, person: { random }, subscription }) {
    if (subscription.pause_collection !== null) return null;
    const behavior = pick(random, ["void", "mark_uncollectible", "keep_as_draft"] as const);
    const days = pick(random, [0, 20, 45, 75]);
    await shop.stripe.subscriptions.update(subscription.id, {
      pause_collection: {
        behavior,
        ...(days > 0 && { resumes_at: shop.nowS() + days * DAY_S }),
      },
    });
    return `${behavior} for ${days} days`;
  },
  async "resumes collection"({ shop, subscription }) {
    if (subscription.pause_collection === null) return null;
    await shop.stripe.subscriptions.update(subscription.id, { pause_collection: "" });
    return "";
  },
  async "voids the open invoice"(at) {
    const open = await newestOpen(at);
    if (open === undefined) return null;
    await at.shop.stripe.invoices.voidInvoice(open.id);
    return open.id;
  },
  async "writes the open invoice off"(at) {
    const open = await newestOpen(at);
    if (open === undefined) return null;
    await at.shop.stripe.invoices.markUncollectible(open.id);
    return open.id;
  },
  async "marks the open invoice as paid outside Stripe"(at) {
    const open = await newestOpen(at);
    if (open === undefined) return null;
    await at.shop.stripe.invoices.pay(open.id, { paid_out_of_band: true });
    return open.id;
  },
  async "refunds a part of the last payment"(at) {
    const charge = await lastCharge(at);
    if (charge === undefined || charge.amount - charge.amount_refunded < 10_00) return null;
    await at.shop.stripe.refunds.create({ charge: charge.id, amount: 5_00 });
    return charge.id;
  },
  async "moves the customer to a yearly price"(at) {
    if (!isMonthly(at) || at.subscription.items.data.length > 1) return null;
    const price = await priceByHand(at, "year", 1_750_00);
    return changeItem(at, { id: planItem(at).id, price });
  },
  async "moves the customer back to a monthly price"(at) {
    if (isMonthly(at)) return null;
    const price = await priceByHand(at, "month", 150_00);
    return changeItem(at, { id: planItem(at).id, price });
  },
  async "adds a yearly item"(at) {
    if (!isMonthly(at) || at.subscription.items.data.length > 1) return null;
    return changeItem(at, { price: await priceByHand(at, "year", 240_00) });
  },
  async "schedules another price"(at) {
    const { shop, person, subscription } = at;
    if (!isMonthly(at) || subscription.schedule !== null || subscription.cancel_at !== null) {
      return null;
    }
    const { subscriptionSchedules } = shop.stripe;
    const pence = 5_000 + pounds(person.random, 150);
    const price = await priceByHand(at, "month", pence);
    const { id, phases } = await subscriptionSchedules.create({
      from_subscription: subscription.id,
    });
    const [current] = phases;
    const [plan, ...others] = (current?.items ?? []).map((item) => ({
      price: idOf(item.price),
      quantity: item.quantity ?? 1,
    }));
    if (current === undefined || plan === undefined) throw new Error("Bug: an empty schedule");
    const kept = {
      discounts: subscription.discounts.map((one) => ({ discount: idOf(one) })),
      default_tax_rates: (current.default_tax_rates ?? []).map((rate) => rate.id),
      proration_behavior: "none",
    } as const;
    await subscriptionSchedules.update(id, {
      phases: [
        {
          items: [plan, ...others],
          start_date: current.start_date,
          end_date: current.end_date,
          ...kept,
        },
        {
          items: [{ ...plan, price }, ...others],
          duration: { interval: "month" },
          ...kept,
        },
      ],
    });
    return String(pence);
  },
  async "cancels at the period's end"({ shop, person, subscription }) {
    if (subscription.schedule !== null) return null;
    if (subscription.cancel_at !== null || person.random() < 0.7) return null;
    await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    return "";
  },
  async "cancels on a day"({ shop, person: { random }, subscription }) {
    if (subscription.schedule !== null) return null;
    if (subscription.cancel_at !== null || random() < 0.7) return null;
    const cancelAt = shop.nowS() + Math.floor((2 + random() * 98) * DAY_S);
    const proration = pick(random, PRORATIONS);
    await shop.stripe.subscriptions.update(subscription.id, {
      cancel_at: cancelAt,
      proration_behavior: proration,
    });
    return `${new Date(cancelAt * 1_000).toISOString()} ${proration}`;
  },
  async "takes the cancellation back"({ shop, subscription }) {
    if (subscription.cancel_at === null) return null;
    await shop.stripe.subscriptions.update(subscription.id, { cancel_at: "" });
    return "";
  },
  async "loses a chargeback"(at) {
    const charge = await lastCharge(at);
    if (charge === undefined || charge.amount_refunded > 0) return null;
    await at.shop.control(`charges/${charge.id}/dispute`, { kind: "chargeback" });
    const { data } = await at.shop.stripe.disputes.list({ charge: charge.id });
    await at.shop.stripe.disputes.close(data[0]?.id ?? "");
    return charge.id;
  },
};

async function isDeleted(stripe: Stripe, coupon: string): Promise<boolean> {
  const { data } = await stripe.coupons.list({ limit: 100 });
  return data.every(({ id }) => id !== coupon);
}

const CUSTOMER_ACTS: Readonly<Record<string, Act>> = {
  async "changes the card"(at) {
    return typeCard(at, pick(at.person.random, GOOD_CARDS));
  },
  "accepts the offer to stay": async ({ person, subscription: { id } }) =>
    answer(
      await person.call("POST", "/functions/v1/apply-retention-discount", {
        subscriptionId: id,
      }),
    ),
  "cancels on the site": async ({ person, subscription: { id } }) =>
    person.random() < 0.6
      ? null
      : answer(
          await person.call("POST", "/functions/v1/cancel-subscription", {
            subscriptionId: id,
            reason: "other",
          }),
        ),
  "keeps the subscription": async ({ person, subscription }) =>
    subscription.cancel_at === null
      ? null
      : answer(
          await person.call("POST", "/functions/v1/keep-subscription", {
            subscriptionId: subscription.id,
          }),
        ),
  "changes the plan on the site": async ({ person }) =>
    changePlan(person, { plan: pick(person.random, PLANS).priceId }),
  "adds an add-on on the site": async ({ person }) =>
    changePlan(person, { add: [pick(person.random, ADDONS).priceId] }),
};

/** Refusals are the product's right; an error of ours is not. */
function answer({ status, body }: { status: number; body: unknown }): string {
  if (status >= 500) throw new Error(`the site answered ${status}: ${JSON.stringify(body)}`);
  return `${status} ${status === 200 ? "" : String(Reflect.get(body as object, "code"))}`;
}

async function changePlan(person: Person, selection: PlanChangePreviewRequest): Promise<string> {
  const path = "/functions/v1/plan-change";
  const shown = await person.call("POST", `${path}/preview`, selection);
  if (shown.status !== 200) return answer(shown);
  const { proration_date: prorationDate, due_today_pence: dueTodayPence } = shown.body as {
    proration_date: number;
    due_today_pence: number;
  };
  return answer(await person.call("POST", path, { ...selection, prorationDate, dueTodayPence }));
}

const TRIES = 5;

/**
 * Plays an act that makes sense at the moment.
 *
 * @returns its name and what came of it; empty when none was found
 */
export async function playAct(shop: Shop, person: Person): Promise<string> {
  const { random, customerId } = person;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { data } = await shop.stripe.subscriptions.list({ customer: customerId });
    const [subscription] = data;
    if (subscription === undefined) return comeBack(shop, person);
    const acts = Object.entries(random() < TEAM_SHARE ? TEAM_ACTS : CUSTOMER_ACTS);
    const [name, act] = pick(random, acts);
    const done = await act({ shop, person, subscription });
    if (done !== null) return `"${name}" ${done}`;
  }
  return "";
}

/** Checks out as a customer who was here before, and pays. */
async function comeBack(shop: Shop, person: Person): Promise<string> {
  const asked = await person.call("POST", "/functions/v1/stripe-checkout", {
    lineItems: [{ priceId: pick(person.random, PLANS).priceId, quantity: 1 }],
    mode: "subscription",
    successUrl: `${SITE}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${SITE}/checkout`,
  });
  const [session] = /cs_test_[A-Za-z0-9]+/.exec(JSON.stringify(asked.body)) ?? [];
  if (session === undefined) return answer(asked);
  await shop.control(`checkout/${session}/pay`);
  return "comes back";
}
