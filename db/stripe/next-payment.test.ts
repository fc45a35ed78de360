import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect } from "vitest";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { ADDONS, FOR_SALE, PLANS, productIdOf } from "#contracts/catalogue.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import {
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { payOldPrice } from "../../tests/support/old-price.ts";
import { selectSubscriptions } from "../billing/select-subscriptions.ts";
import { paymentsOf } from "../billing/subscription-facts.ts";
import type { Db } from "../client.ts";
import { syncCustomer } from "./sync-customer.ts";

const [, plus] = PLANS;
const [channel, community] = ADDONS;

let running: Running;
let stripe: Stripe;
const prices = new Map<string, string>();

beforeAll(async () => {
  running = await startForTest();
  stripe = running.stripe;
  for (const { name, pricePence, priceId } of FOR_SALE) {
    await stripe.products.create({ id: productIdOf(priceId), name });
    const { id } = await stripe.prices.create({
      product: productIdOf(priceId),
      currency: "gbp",
      unit_amount: pricePence,
      recurring: { interval: "month" },
      lookup_key: priceId,
    });
    prices.set(priceId, id);
  }
});
afterAll(() => running.stop());

type Subscribed = { customerId: string; subscriptionId: string };

const couponOf = async (params: Stripe.CouponCreateParams) =>
  (await stripe.coupons.create(params)).id;

const reduceBy = (params: Stripe.CouponCreateParams) => async (ada: Subscribed) => {
  const coupon = await couponOf(params);
  await stripe.subscriptions.update(ada.subscriptionId, { discounts: [{ coupon }] });
};

async function reduceCustomer({ customerId }: Subscribed): Promise<void> {
  const coupon = await couponOf({ percent_off: 10, duration: "forever" });
  await fetch(`${running.url}/control/customers/${customerId}/discount`, {
    method: "POST",
    body: JSON.stringify({ coupon }),
  });
}

test.for([
  ["with an add-on", [plus, community], null, 224_00],
  [
    "with the comeback code",
    [plus],
    reduceBy({
      percent_off: COMEBACK_OFFER.percentOff,
      duration: "repeating",
      duration_in_months: COMEBACK_OFFER.months,
    }),
    122_50,
  ],
  [
    "with a limited coupon",
    [plus, community],
    reduceBy({
      percent_off: 50,
      duration: "forever",
      applies_to: { products: [productIdOf(community.priceId)] },
    }),
    199_50,
  ],
  ["with a discount of the customer", [plus], reduceCustomer, 157_50],
  [
    "with an accepted offer",
    [plus, community],
    reduceBy({
      percent_off: RETENTION_OFFER.percentOff,
      duration: "repeating",
      duration_in_months: RETENTION_OFFER.months,
    }),
    179_20,
  ],
  ["on an old price", [plus, channel], (ada: Subscribed) => payOldPrice(stripe, ada, plus), 159_99],
] as const)(
  "subscription %s: its next payment is Stripe's upcoming invoice",
  async ([, items, arrange, pence], { db }) => {
    const { row, upcoming } = await read(db, items, arrange);
    expect(upcoming).toBe(pence);
    expect(paymentsOf(row)[0]?.pence).toBe(pence);
    // Our arithmetic alone says the same.
    expect(paymentsOf({ ...row, upcoming: null })[0]?.pence).toBe(pence);
  },
);

const itemOf = async ({ subscriptionId }: Subscribed) => {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  return items.data[0]?.id ?? "";
};

/** As the Dashboard does: prorations wait for the next invoice. */
const change =
  (to: (item: string) => Stripe.SubscriptionUpdateParams.Item) => async (ada: Subscribed) => {
    const items = [to(await itemOf(ada))];
    await stripe.subscriptions.update(ada.subscriptionId, { items });
  };

test.for([
  ["two of a plan", change((id) => ({ id, quantity: 2 })), 350_00],
  ["a smaller plan", change((id) => ({ id, price: String(prices.get(PLANS[0].priceId)) })), 97_00],
  [
    "a set-up fee",
    ({ customerId, subscriptionId }: Subscribed) =>
      stripe.invoiceItems.create({
        customer: customerId,
        subscription: subscriptionId,
        amount: 199_00,
        currency: "gbp",
      }),
    175_00,
  ],
] as const)(
  "%s, made in the Dashboard: in the next payment only",
  async ([, act, later], { db }) => {
    const { row, upcoming } = await read(db, [plus], act);
    expect(upcoming).not.toBe(later);
    expect(paymentsOf(row)[0]?.pence).toBe(upcoming);
    expect(paymentsOf(row).at(-1)?.pence).toBe(later);
  },
);

type Act = (ada: Subscribed) => Promise<unknown>;

async function read(db: Db, items: readonly { priceId: string }[], act: Act | null) {
  const { id: customerId } = await customerWithCard(running);
  const { id: subscriptionId } = await stripe.subscriptions.create({
    customer: customerId,
    items: items.map(({ priceId }) => ({ price: String(prices.get(priceId)) })),
  });
  await act?.({ customerId, subscriptionId });
  await insertCustomer(db, { id: customerId });
  await syncCustomer(
    {
      db,
      stripe,
      makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
      now: () => new Date(),
      correlationId: "req_1",
    },
    { customerId, stripeEventId: null },
  );
  const [row] = await selectSubscriptions(db);
  if (row === undefined) throw new Error("no subscription was saved");
  const { amount_due: upcoming } = await stripe.invoices.createPreview({
    subscription: subscriptionId,
  });
  return { row, upcoming };
}
