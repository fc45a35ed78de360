import { randomBytes, randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import * as z from "zod";
import {
  PlanChangeResponse,
  PlanChangePreview,
  type PlanChangePreviewRequest,
} from "#contracts/api/plan-change.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { FOR_SALE, type Plan, PLANS, toPlan } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { HAND_CHANGE_TEXTS } from "#contracts/messages/payments.ts";
import type { Db } from "#db/client.ts";
import { subscriptionRequests, subscriptions } from "#db/schema/billing.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { SUBSCRIPTION_EXPAND } from "#db/stripe/subscription-state.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { DEFAULT_SETTINGS } from "../../../tests/stack/stripe/account-settings.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
  TEST_KEY,
  sellCatalogue,
  setCard,
  advanceClock,
} from "../../../tests/stack/stripe/start-for-test.ts";
import { type AuthService, SITE, test as base } from "../../../tests/support/auth-service.ts";
import { ADDON } from "../../../tests/support/catalogue.ts";
import { insertAccountRow, insertCustomer } from "../../../tests/support/customer-rows.ts";
import type { TestDatabase } from "../../../tests/support/database.ts";
import { type Fields, oddAnswersOf } from "../../../tests/support/odd-answers.ts";
import { ODD_NAMES, ODD_SUBSCRIPTIONS } from "../../../tests/support/odd-subscriptions.ts";
import { createStripeGateway, type StripeGateway } from "../../adapters/stripe-gateway.ts";
import { applyPlanChange } from "./confirm.ts";
import { readStripeSubscription, requireChangeAllowed, requirePlanChange } from "./read.ts";

const STARTER = "tidepost_starter_monthly";
const PLUS = "tidepost_plus_monthly";
const PREMIUM = "tidepost_premium_monthly";
const CHANNEL = ADDON.channel.priceId;
const COMMUNITY = ADDON.community.priceId;
const INFLUENCER = ADDON.influencer.priceId;

const DAY = 86_400;
const START = Date.parse("2026-02-01T09:00:00Z") / 1_000;
const END = START + 28 * DAY;
/** Half of the first period is left. */
const HALF = START + 14 * DAY;
/** Leaves no round sums. */
const ODD = START + 9 * DAY + 15_187;

const plan = (priceId: string, name: string, pricePence: number): Plan =>
  toPlan({ ...PLANS[0], id: priceId, priceId, name, pricePence });

/** Whichever plans are for sale, one of these has a cheaper and a dearer one. */
const OWN_PLANS = [
  plan(STARTER, "Starter Package", 97_00),
  plan(PLUS, "Plus Package", 175_00),
  plan(PREMIUM, "Premium Package", 275_00),
];
const usualPlans = [...PLANS];

/** Both lists begin with the plans, and later test files read them. */
function sellPlans(plans: readonly Plan[]): void {
  const count = PLANS.length;
  for (const list of [FOR_SALE, PLANS] as Plan[][]) list.splice(0, count, ...plans);
}

let provider: Running;
let prices: ReadonlyMap<string, string>;

beforeAll(async () => {
  sellPlans(OWN_PLANS);
  provider = await startForTest();
  prices = await sellCatalogue(provider);
  await provider.stripe.coupons.create({
    id: RETENTION_OFFER.couponId,
    percent_off: RETENTION_OFFER.percentOff,
    duration: "repeating",
    duration_in_months: RETENTION_OFFER.months,
  });
});
afterAll(() => provider.stop());
afterAll(() => sellPlans(usualPlans));

type Answer = { status: number; body: Record<string, unknown> };

type Given = {
  items: readonly string[];
  card: string;
  isDiscounted: boolean;
  /** Seconds since the epoch. */
  start: number;
};
type CurrentPlan = Awaited<ReturnType<typeof subscribe>>;
type Subscribe = (given?: Partial<Given>) => Promise<CurrentPlan>;

const test = base.extend<{ edge: AuthService; subscriber: Subscribe }>({
  edge: async ({ serviceWith }, use) => {
    await use(serviceWith({ STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: provider.url }));
  },
  subscriber: async ({ edge, db }, use) => {
    const usual = { items: [STARTER], card: "pm_card_visa", isDiscounted: false, start: START };
    await use((given = {}) => subscribe(edge, db, { ...usual, ...given }));
  },
});

async function subscribe(edge: AuthService, db: Db, given: Given) {
  const { stripe } = provider;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: given.start });
  edge.clock.now = new Date(given.start * 1_000);
  const { id: customerId } = await customerWithCard(provider, { clock: clock.id });
  const { id: subscriptionId } = await stripe.subscriptions.create({
    customer: customerId,
    items: given.items.map((name) => ({ price: prices.get(name) ?? "" })),
    ...(given.isDiscounted ? { discounts: [{ coupon: RETENTION_OFFER.couponId }] } : {}),
  });
  const email = `${randomUUID()}@shop.example`;
  const userId = await insertAccountRow(db, { email, isProven: true });
  await insertCustomer(db, { id: customerId, userId });
  const who = {
    customerId,
    subscriptionId,
    post: async (path: string, body: unknown): Promise<Answer> =>
      post(edge, path, body, await edge.sign({ sub: userId, email })),
    async preview(selection: PlanChangePreviewRequest): Promise<PlanChangePreview> {
      const { body } = await who.post("/preview", selection);
      return PlanChangePreview.parse(body);
    },
    confirm: (selection: PlanChangePreviewRequest, shown: PlanChangePreview): Promise<Answer> =>
      who.post("", {
        ...selection,
        prorationDate: shown.proration_date,
        dueTodayPence: shown.due_today_pence,
      }),
    /** Previews and confirms. */
    async change(selection: PlanChangePreviewRequest): Promise<PlanChangeResponse> {
      const { body } = await who.confirm(selection, await who.preview(selection));
      return PlanChangeResponse.parse(body);
    },
    withdraw: (): Promise<Answer> => who.post("/withdraw", { subscriptionId }),
    useCard: (name: string) => setCard(stripe, customerId, name),
    async advance(to: number): Promise<void> {
      await advanceClock(stripe, clock.id, to);
      edge.clock.now = new Date(to * 1_000);
    },
    async sync(): Promise<void> {
      const read = await syncCustomer(
        {
          db,
          stripe,
          makeId: (kind) => makeId(kind, edge.clock.now.getTime(), randomBytes(ID_RANDOM_BYTES)),
          now: () => edge.clock.now,
          correlationId: "req_1",
        },
        { customerId, stripeEventId: null },
      );
      expect(read.outcome).toBe("synced");
    },
    read: (): Promise<Stripe.Subscription> => stripe.subscriptions.retrieve(subscriptionId),
    async names(): Promise<string[]> {
      const { items } = await who.read();
      return items.data.map(({ price }) => String(price.lookup_key)).toSorted();
    },
    async paid(): Promise<number[]> {
      const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 });
      return data
        .filter(({ status }) => status === "paid")
        .map((invoice) => invoice.amount_paid)
        .toReversed();
    },
  };
  if (given.card !== "pm_card_visa") await who.useCard(given.card);
  await who.sync();
  return who;
}

const post = (edge: AuthService, path: string, body: unknown, token: string): Promise<Answer> =>
  edge.ask("POST", `/functions/v1/plan-change${path}`, { token, body });

const submit = (url: string, form: Record<string, string>): Promise<Response> =>
  fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(form) });

const pay = (url: unknown) =>
  submit(String(url), {
    number: "4242424242424242",
    expiry: "12 / 34",
    cvc: "123",
    name: "Ada",
    postalCode: "SW1A 1AA",
  });

/** Sets the emulator's failure switches; none without an argument. */
async function misbehave(api?: object): Promise<void> {
  await fetch(`${provider.url}/control/switches`, {
    method: api === undefined ? "DELETE" : "POST",
    ...(api === undefined ? {} : { body: JSON.stringify({ api }) }),
  });
}

/** Stripe as the edge uses it, to be interrupted between calls. */
function ownPayments(): StripeGateway {
  const keys = { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: provider.url };
  const payments = createStripeGateway(keys, () => new Date());
  if (payments === null) throw new Error("there is a provider");
  return payments;
}

type Recheck = Parameters<typeof applyPlanChange>[2]["recheck"];

/** @param given.recheck runs during confirmation */
async function begin(
  who: CurrentPlan,
  selection: PlanChangePreviewRequest,
  given: { payments?: StripeGateway; recheck?: Recheck } = {},
) {
  const { payments = ownPayments(), recheck = () => Promise.resolve() } = given;
  const shown = await who.preview(selection);
  const changeable = await readStripeSubscription(payments.stripe, who.subscriptionId);
  const decision = requirePlanChange(changeable, {
    plan: selection.plan ?? null,
    add: selection.add ?? [],
    remove: selection.remove ?? [],
  });
  const confirm = () =>
    applyPlanChange(payments, changeable, {
      decision,
      prorationDate: shown.proration_date,
      dueTodayPence: shown.due_today_pence,
      returnUrl: `${SITE}/checkout-success?upgrade=true`,
      recheck,
    });
  return { shown, confirm };
}

const eventsIn = async ({ query }: TestDatabase): Promise<string[]> =>
  (
    await query<{ type: string }>(
      "select type from outbox_events order by xmin::text::bigint, type",
    )
  ).rows.map(({ type }) => type);

const keptOf = async ({ query }: TestDatabase) => {
  const { rows } = await query<{ price_id: string; price_ids: string[] | null }>(
    `select item.price_id, jsonb_path_query_array(subscription.scheduled, '$.items[*].priceId') as price_ids
     from subscription_items item join subscriptions subscription on subscription.id = item.subscription_id
     order by item.price_id`,
  );
  return { items: rows.map((row) => row.price_id), scheduled: rows[0]?.price_ids ?? null };
};

/** The price ids of each upgrade that is told as lapsed. */
const lapsedOf = async ({ query }: TestDatabase) => {
  const { rows } = await query<{ ids: string[] }>(
    "select payload->'lapsedPriceIds' as ids from outbox_events where type = 'UpgradeLapsed'",
  );
  return rows.map(({ ids }) => ids);
};

const applied = { status: 200, body: { outcome: "applied", url: null } };
const scheduled = { status: 200, body: { outcome: "scheduled", url: null } };
const refusal = (status: number, code: string, error: string) => ({
  status,
  body: { code, error, requestId: expect.any(String) },
});
const { change: WORDS, checkout } = BILLING_MESSAGES;
const CHANGED = refusal(409, "amount_changed", WORDS.amountChanged);

describe("upgrade", () => {
  test("charges the prorated amount immediately, and the next payment is as previewed", async ({
    subscriber,
    edge,
    database,
  }) => {
    const who = await subscriber();
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    expect(shown).toEqual({
      subscription_id: who.subscriptionId,
      direction: "upgrade",
      when: "now",
      from: [STARTER],
      to: [PLUS],
      due_today_pence: (175_00 - 97_00) / 2,
      proration_date: HALF,
      next_payment_pence: 175_00,
      next_payment_at: END,
      later_payments: [],
      prices: { [STARTER]: 97_00, [PLUS]: 175_00 },
      names: { [STARTER]: "Starter Package", [PLUS]: "Plus Package" },
      others: [],
      replaces: null,
    });
    expect(await who.names()).toEqual([STARTER]);
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
    expect(await who.names()).toEqual([PLUS]);
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: null });
    expect(edge.published).toMatchObject([{ type: "SubscriptionChanged" }]);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([97_00, 39_00, 175_00]);
    expect(await eventsIn(database)).toEqual(["CheckoutCompleted", "SubscriptionChanged"]);
  });

  type Waiting = { customer?: number; subscription?: number; balance?: number };
  type Paid = { today: number; payments: number[] };

  test.for<[string, PlanChangePreviewRequest, Waiting, Paid]>([
    [
      "an invoice item of the subscription: taken today",
      { plan: PREMIUM },
      { subscription: 199_00 },
      { today: 249_00, payments: [275_00] },
    ],
    [
      "an invoice item of the customer: waits for the renewal",
      { plan: PREMIUM },
      { customer: 199_00 },
      { today: 50_00, payments: [474_00, 275_00] },
    ],
    [
      "both, with a downgrade",
      { plan: STARTER },
      { customer: 199_00, subscription: -30_00 },
      { today: 0, payments: [266_00, 97_00] },
    ],
    [
      "credit that leaves less than Stripe takes",
      { plan: PREMIUM },
      { balance: -(50_00 + 274_90) },
      { today: 0, payments: [0, 275_10, 275_00] },
    ],
  ])(
    "with %s: each payment is as previewed",
    async ([, selection, waiting, sums], { subscriber }) => {
      const { stripe } = provider;
      const who = await subscriber({ items: [PLUS] });
      const { customerId: customer, subscriptionId: subscription } = who;
      await who.advance(HALF);
      const item = { customer, currency: "gbp" };
      if (waiting.customer !== undefined) {
        await stripe.invoiceItems.create({ ...item, amount: waiting.customer });
      }
      if (waiting.subscription !== undefined) {
        await stripe.invoiceItems.create({ ...item, subscription, amount: waiting.subscription });
      }
      await stripe.customers.update(customer, { balance: waiting.balance ?? 0 });
      await who.sync();
      const shown = await who.preview(selection);
      const { due_today_pence: today, next_payment_pence: next, later_payments: later } = shown;
      const payments = [next, ...later.map(({ pence }) => pence)];
      expect({ today, payments }).toEqual(sums);
      expect(await who.confirm(selection, shown)).toMatchObject({ status: 200 });
      for (const days of [1, 32, 62]) await who.advance(END + days * DAY);
      const taken = shown.when === "now" ? [today, ...payments] : payments;
      expect((await who.paid()).slice(1, taken.length + 1)).toEqual(taken);
    },
  );

  test("costs what the preview showed, even when confirmed later", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS, CHANNEL] });
    await who.advance(ODD);
    const selection = { plan: PREMIUM, add: [INFLUENCER] };
    const shown = await who.preview(selection);
    const share = (END - ODD) / (END - START);
    expect(shown).toMatchObject({
      direction: "upgrade",
      from: [PLUS, CHANNEL],
      to: [PREMIUM, CHANNEL, INFLUENCER],
      due_today_pence:
        Math.round(275_00 * share) + Math.round(149_00 * share) - Math.round(175_00 * share),
      next_payment_pence: 275_00 + 9_99 + 149_00,
    });
    await who.advance(ODD + 29 * 60);
    expect(await who.confirm(selection, shown)).toEqual(applied);
    await who.advance(END + DAY);
    expect((await who.paid()).slice(1)).toEqual([shown.due_today_pence, shown.next_payment_pence]);
  });

  test("announced price of the plan: the preview of an add-on names its first payment", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber();
    await database.query(
      `insert into price_changes (subscription_id, from_stripe_price_id, stripe_price_id, amount_pence, announced_at)
       select subscription_id, stripe_price_id, 'price_new', 107_00, to_timestamp($1) from subscription_items`,
      [START + DAY],
    );
    expect(await who.preview({ add: [CHANNEL] })).toMatchObject({
      next_payment_pence: 97_00 + 9_99,
      later_payments: [{ at: END + 31 * DAY, pence: 107_00 + 9_99 }],
    });
  });

  test("discount of the customer: the preview names the payment after its end", async ({
    subscriber,
  }) => {
    const who = await subscriber();
    const body = JSON.stringify({ coupon: RETENTION_OFFER.couponId });
    const path = `/control/customers/${who.customerId}/discount`;
    await provider.emulator.app.request(path, { method: "POST", body });
    await who.sync();
    expect(await who.preview({ add: [CHANNEL] })).toMatchObject({
      next_payment_pence: 77_60 + 7_99,
      later_payments: [{ at: END + 61 * DAY, pence: 97_00 + 9_99 }],
    });
  });

  test("add-on: added to the plan, and removed again at the period end", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber();
    await who.advance(HALF);
    expect(await who.preview({ add: [COMMUNITY] })).toMatchObject({
      direction: "add",
      due_today_pence: 24_50,
      next_payment_pence: 97_00 + 49_00,
    });
    await who.change({ add: [COMMUNITY] });
    expect(await keptOf(database)).toEqual({ items: [COMMUNITY, STARTER], scheduled: null });
    const shown = await who.preview({ remove: [COMMUNITY] });
    expect(shown).toMatchObject({
      direction: "remove",
      when: "period_end",
      from: [STARTER, COMMUNITY],
      to: [STARTER],
      due_today_pence: 0,
      next_payment_pence: 97_00,
    });
    expect(await who.confirm({ remove: [COMMUNITY] }, shown)).toEqual(scheduled);
    expect(await keptOf(database)).toEqual({
      items: [COMMUNITY, STARTER],
      scheduled: [STARTER],
    });
    await who.advance(END + DAY);
    await who.sync();
    expect(await keptOf(database)).toEqual({ items: [STARTER], scheduled: null });
    expect(await who.paid()).toEqual([97_00, 24_50, 97_00]);
  });

  test("with a discount: reduces today's charge and the next payment", async ({ subscriber }) => {
    const who = await subscriber({ isDiscounted: true });
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    expect(shown).toMatchObject({ due_today_pence: 31_20, next_payment_pence: 140_00 });
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([77_60, 31_20, 140_00]);
    expect((await who.read()).discounts).toHaveLength(1);
  });

  test("customer balance at Stripe: used before the card", async ({ subscriber }) => {
    const who = await subscriber();
    await provider.stripe.customers.update(who.customerId, { balance: -50_00 });
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    expect(shown).toMatchObject({ due_today_pence: 0, next_payment_pence: 175_00 - 11_00 });
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([97_00, 0, 164_00]);
  });

  test("below Stripe's minimum charge: added to the next invoice", async ({ subscriber }) => {
    const who = await subscriber();
    await who.advance(END - 3_600);
    const shown = await who.preview({ add: [CHANNEL] });
    expect(shown).toMatchObject({ due_today_pence: 0, next_payment_pence: 97_00 + 9_99 + 1 });
    expect(await who.confirm({ add: [CHANNEL] }, shown)).toEqual(applied);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([97_00, 0, 107_00]);
  });

  test("unchanged items keep their price when the catalogue has a new one", async ({
    subscriber,
  }) => {
    const { stripe } = provider;
    const old = await stripe.prices.create({
      product: (await stripe.products.create({ name: "Starter Package" })).id,
      currency: "gbp",
      unit_amount: 80_00,
      recurring: { interval: "month" },
      metadata: { price_id: STARTER },
    });
    const who = await subscriber();
    const [item] = (await who.read()).items.data;
    await stripe.subscriptions.update(who.subscriptionId, {
      items: [{ id: String(item?.id), price: old.id }],
      proration_behavior: "none",
    });
    await who.advance(HALF);
    expect(await who.preview({ add: [COMMUNITY] })).toMatchObject({
      due_today_pence: 24_50,
      next_payment_pence: 80_00 + 49_00,
    });
    await who.change({ add: [COMMUNITY] });
    await who.advance(END + DAY);
    expect((await who.paid()).at(-1)).toBe(80_00 + 49_00);
  });
});

describe("downgrade", () => {
  test("takes effect at the period end and costs nothing today", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber({ items: [PLUS, CHANNEL] });
    await who.advance(HALF);
    const shown = await who.preview({ plan: STARTER });
    expect(shown).toMatchObject({
      direction: "downgrade",
      when: "period_end",
      to: [STARTER, CHANNEL],
      due_today_pence: 0,
      next_payment_pence: 97_00 + 9_99,
      next_payment_at: END,
    });
    expect(await who.confirm({ plan: STARTER }, shown)).toEqual(scheduled);
    expect(await who.names()).toEqual([CHANNEL, PLUS].toSorted());
    expect(await keptOf(database)).toEqual({
      items: [CHANNEL, PLUS].toSorted(),
      scheduled: [STARTER, CHANNEL],
    });
    await who.advance(END + DAY);
    await who.sync();
    expect(await who.names()).toEqual([CHANNEL, STARTER].toSorted());
    expect(await who.paid()).toEqual([184_99, 106_99]);
    expect(await eventsIn(database)).toEqual([
      "CheckoutCompleted",
      "SubscriptionChangeScheduled",
      "SubscriptionChanged",
    ]);
    await who.advance(END + 32 * DAY);
    expect((await who.paid()).at(-1)).toBe(106_99);
    expect((await who.read()).schedule).toBeNull();
  });

  test("keeps a discount for its full duration", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS], isDiscounted: true });
    await who.advance(HALF);
    const shown = await who.preview({ plan: STARTER });
    expect(shown.next_payment_pence).toBe(77_60);
    await who.confirm({ plan: STARTER }, shown);
    for (const month of ["2026-03-02", "2026-04-02", "2026-05-02"]) {
      await who.advance(Date.parse(`${month}T12:00:00Z`) / 1_000);
    }
    expect(await who.paid()).toEqual([140_00, 77_60, 77_60, 97_00]);
  });

  test("keeps the VAT on the invoices", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS] });
    const { stripe } = provider;
    const vat = { display_name: "VAT", inclusive: true, percentage: 20 };
    const { id } = await stripe.taxRates.create(vat);
    await stripe.subscriptions.update(who.subscriptionId, { default_tax_rates: [id] });
    await who.advance(HALF);
    await who.confirm({ plan: STARTER }, await who.preview({ plan: STARTER }));
    await who.advance(END + DAY);
    const invoices = await stripe.invoices.list({ subscription: who.subscriptionId });
    expect(invoices.data[0]).toMatchObject({ total: 97_00, total_taxes: [{ amount: 16_17 }] });
  });

  test("ignores a discount that ends before the downgrade takes effect", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS], isDiscounted: true });
    for (const month of ["2026-03-02", "2026-04-02"]) {
      await who.advance(Date.parse(`${month}T12:00:00Z`) / 1_000);
    }
    const shown = await who.preview({ plan: STARTER });
    expect(shown.next_payment_pence).toBe(97_00);
    await who.confirm({ plan: STARTER }, shown);
    await who.advance(Date.parse("2026-05-02T12:00:00Z") / 1_000);
    expect(await who.paid()).toEqual([140_00, 140_00, 140_00, 97_00]);
  });

  test("chosen again: the newest choice applies", async ({ subscriber, database }) => {
    const who = await subscriber({ items: [PREMIUM, COMMUNITY] });
    await who.change({ plan: STARTER });
    const selection = { plan: PLUS, remove: [COMMUNITY] };
    const shown = await who.preview(selection);
    expect(shown).toMatchObject({
      replaces: "Starter Package, Community Management & Engagement",
      next_payment_pence: 175_00,
    });
    expect(await who.confirm(selection, shown)).toEqual(scheduled);
    await who.advance(END + DAY);
    await who.sync();
    expect(await who.paid()).toEqual([324_00, 175_00]);
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: null });
  });

  test("dropped by an upgrade, whose preview leaves it out", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS] });
    await who.change({ plan: STARTER });
    await who.advance(HALF);
    const shown = await who.preview({ plan: PREMIUM });
    expect(shown).toMatchObject({
      replaces: "Starter Package",
      due_today_pence: 50_00,
      next_payment_pence: 275_00,
    });
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(applied);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
  });

  test("can be withdrawn until the period end, twice without harm, and scheduled again", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    const shown = await who.preview({ plan: STARTER });
    await who.confirm({ plan: STARTER }, shown);
    const done = { status: 200, body: { success: true, message: WORDS.withdrawn } };
    expect(await Promise.all([who.withdraw(), who.withdraw()])).toEqual([done, done]);
    expect(await who.withdraw()).toEqual(done);
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: null });
    expect(await who.confirm({ plan: STARTER }, shown)).toEqual(scheduled);
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: [STARTER] });
    expect(await who.withdraw()).toEqual(done);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 175_00]);
    expect(await eventsIn(database)).toEqual([
      "CheckoutCompleted",
      "SubscriptionChangeScheduled",
      "SubscriptionChangeWithdrawn",
      "SubscriptionChangeScheduled",
      "SubscriptionChangeWithdrawn",
    ]);
  });

  test("cut off halfway: the next attempt completes the schedule", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS] });
    await provider.stripe.subscriptionSchedules.create({ from_subscription: who.subscriptionId });
    expect(await who.change({ plan: STARTER })).toEqual(scheduled.body);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 97_00]);
  });

  test("two concurrent confirmations: one schedule", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS] });
    const shown = await who.preview({ plan: STARTER });
    const clicks = [1, 2, 3].map(() => who.confirm({ plan: STARTER }, shown));
    expect(await Promise.all(clicks)).toEqual([scheduled, scheduled, scheduled]);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 97_00]);
  });

  test("scheduled in the second period: takes effect at the end of that period", async ({
    subscriber,
  }) => {
    const who = await subscriber({ items: [PREMIUM] });
    await who.change({ plan: PLUS });
    await who.advance(END + DAY);
    const shown = await who.preview({ plan: STARTER });
    expect(shown).toMatchObject({ replaces: null, next_payment_pence: 97_00 });
    await who.confirm({ plan: STARTER }, shown);
    await who.advance(shown.next_payment_at + DAY);
    expect(await who.paid()).toEqual([275_00, 175_00, 97_00]);
  });
});

test("takes effect at the period end in months of every length", async ({ subscriber }) => {
  const s = (day: string) => Date.parse(`${day}T09:00:00Z`) / 1_000;
  const who = await subscriber({ items: [PREMIUM], start: s("2026-01-31") });
  await who.change({ plan: PLUS });
  await who.advance(s("2026-03-01"));
  const shown = await who.preview({ plan: STARTER });
  expect(shown).toMatchObject({ next_payment_pence: 97_00, next_payment_at: s("2026-03-31") });
  await who.confirm({ plan: STARTER }, shown);
  await who.advance(s("2026-03-30"));
  expect(await who.names()).toEqual([PLUS]);
  await who.advance(s("2026-04-01"));
  expect(await who.names()).toEqual([STARTER]);
  expect(await who.paid()).toEqual([275_00, 175_00, 97_00]);
  await who.advance(s("2026-04-29"));
  expect(await who.preview({ add: [CHANNEL] })).toMatchObject({
    next_payment_pence: 97_00 + 9_99,
    next_payment_at: s("2026-04-30"),
  });
});

describe.for([true, false])(
  "prices and a tax rate that are archived, kept by schedules: %s",
  (keeps) => {
    /** Subscribes to Plus and a channel at £150 and £8, which are archived since. */
    async function onArchivedPrices(subscriber: Subscribe) {
      const who = await subscriber({ items: [PLUS, CHANNEL] });
      const { stripe, world } = provider;
      world.settings = { ...world.settings, schedulesKeepArchived: keeps };
      onTestFinished(() => {
        world.settings = DEFAULT_SETTINGS;
      });
      const { items } = await who.read();
      const earlier: Record<string, number> = { [PLUS]: 150_00, [CHANNEL]: 8_00 };
      const retired: (() => Promise<{ active: boolean }>)[] = [];
      for (const { id, price } of items.data) {
        const priceId = String(price.lookup_key);
        const { id: old } = await stripe.prices.create({
          product: idOf(price.product),
          currency: "gbp",
          unit_amount: earlier[priceId] ?? 0,
          recurring: { interval: "month" },
          metadata: { price_id: priceId },
        });
        await stripe.subscriptions.update(who.subscriptionId, {
          items: [{ id, price: old }],
          proration_behavior: "none",
        });
        await stripe.prices.update(old, { active: false });
        retired.push(() => stripe.prices.retrieve(old));
      }
      const vat = { display_name: "VAT", inclusive: true, percentage: 20 };
      const rate = await stripe.taxRates.create(vat);
      await stripe.subscriptions.update(who.subscriptionId, { default_tax_rates: [rate.id] });
      await stripe.taxRates.update(rate.id, { active: false });
      retired.push(() => stripe.taxRates.retrieve(rate.id));
      await who.sync();
      return {
        who,
        areArchived: async () =>
          (await Promise.all(retired.map((read) => read()))).every(({ active }) => !active),
      };
    }

    test.for<[string, PlanChangePreviewRequest[], number]>([
      ["a cheaper plan", [{ plan: STARTER }], 97_00 + 8_00],
      ["a removed add-on", [{ remove: [CHANNEL] }], 150_00],
      ["an add-on", [{ add: [COMMUNITY] }], 150_00 + 8_00 + 49_00],
      ["a dearer plan", [{ plan: PREMIUM }], 275_00 + 8_00],
      ["another choice", [{ plan: STARTER }, { remove: [CHANNEL] }], 150_00],
      ["an upgrade of what was booked", [{ plan: STARTER }, { plan: PREMIUM }], 275_00 + 8_00],
      ["an add-on beside what was booked", [{ remove: [CHANNEL] }, { add: [COMMUNITY] }], 207_00],
    ])("%s", async ([, selections, nextPence], { subscriber }) => {
      const { who, areArchived } = await onArchivedPrices(subscriber);
      await who.advance(HALF);
      for (const given of selections) {
        const shown = await who.preview(given);
        expect(await who.confirm(given, shown)).toMatchObject({ status: 200 });
        await who.sync();
      }
      expect(await areArchived()).toBe(true);
      await who.advance(END + DAY);
      expect((await who.paid()).at(-1)).toBe(nextPence);
      const { data } = await provider.stripe.invoices.list({ subscription: who.subscriptionId });
      expect(data[0]?.total_taxes).toMatchObject([{ amount: expect.any(Number) }]);
    });

    test("a booked change can be withdrawn", async ({ subscriber }) => {
      const { who } = await onArchivedPrices(subscriber);
      await who.advance(HALF);
      await who.change({ plan: STARTER });
      expect(await who.withdraw()).toMatchObject({ status: 200 });
      await who.advance(END + DAY);
      expect((await who.paid()).at(-1)).toBe(158_00);
    });
  },
);

describe("upgrade whose payment does not succeed immediately", () => {
  const bankPage = async (who: CurrentPlan) => {
    const answer = await who.change({ plan: PLUS });
    expect(answer).toMatchObject({
      outcome: "action_required",
      url: expect.stringContaining("/confirm/pi_"),
    });
    return String(answer.url);
  };

  test("3-D Secure fails: changes nothing, and another card can be tried", async ({
    subscriber,
  }) => {
    provider.world.settings = { ...provider.world.settings, confirmsInvoicePayments: true };
    onTestFinished(() => {
      provider.world.settings = DEFAULT_SETTINGS;
    });
    const who = await subscriber({ card: "pm_card_authenticationRequired" });
    const refused = await submit(await bankPage(who), { answer: "no" });
    expect(refused.headers.get("location")).toContain("redirect_status=failed");
    expect(await who.names()).toEqual([STARTER]);
    await who.useCard("pm_card_visa");
    await who.advance(HALF);
    expect(await who.change({ plan: PLUS })).toEqual(applied.body);
    expect(await who.paid()).toEqual([97_00, 39_00]);
  });

  test("confirmed twice: continues the same 3-D Secure page", async ({ subscriber }) => {
    const who = await subscriber({ card: "pm_card_authenticationRequired" });
    const shown = await who.preview({ plan: PLUS });
    const [one, two] = await Promise.all([
      who.confirm({ plan: PLUS }, shown),
      who.confirm({ plan: PLUS }, shown),
    ]);
    expect(one).toEqual(two);
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(one);
    const { data } = await provider.stripe.invoices.list({ customer: who.customerId });
    expect(data).toHaveLength(2);
  });

  test("Stripe refuses to confirm the payment: continues on the hosted invoice page", async ({
    subscriber,
  }) => {
    const who = await subscriber({ card: "pm_card_authenticationRequired" });
    expect(await who.change({ plan: PLUS })).toEqual({
      outcome: "action_required",
      url: expect.stringContaining("/invoices/in_"),
    });
  });

  test("declined card: changes nothing until another card pays", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber({ card: "pm_card_chargeCustomerFail" });
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    const answer = await who.confirm({ plan: PLUS }, shown);
    expect(answer).toMatchObject({
      status: 200,
      body: { outcome: "payment_needed", url: expect.stringContaining("/invoices/in_") },
    });
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(answer);
    expect(await keptOf(database)).toEqual({ items: [STARTER], scheduled: null });
    const { rows } = await database.query(
      "select awaiting->'priceIds' as names from subscriptions",
    );
    expect(rows).toEqual([{ names: [PLUS] }]);
    await pay(answer.body["url"]);
    await who.sync();
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: null });
    expect(await who.paid()).toEqual([97_00, 39_00]);
  });

  test("superseded by another choice", async ({ subscriber, database }) => {
    const who = await subscriber({ card: "pm_card_chargeCustomerFail", items: [PLUS] });
    await who.advance(HALF);
    await who.change({ plan: PREMIUM });
    await who.change({ plan: STARTER });
    expect((await who.read()).pending_update).toBeNull();
    await who.advance(HALF + 1);
    await who.change({ plan: PREMIUM });
    await who.useCard("pm_card_visa");
    expect(await who.change({ add: [COMMUNITY] })).toEqual(applied.body);
    expect(await who.names()).toEqual([COMMUNITY, PLUS].toSorted());
    expect(await who.paid()).toEqual([175_00, 24_50]);
    expect(await lapsedOf(database)).toEqual([]);
  });

  test("expires after a day", async ({ subscriber, database }) => {
    const who = await subscriber({ card: "pm_card_chargeCustomerFail" });
    await who.change({ plan: PLUS });
    await who.advance(START + 2 * DAY);
    await who.sync();
    const { rows } = await database.query("select awaiting from subscriptions");
    expect(rows).toEqual([{ awaiting: null }]);
    expect(await who.names()).toEqual([STARTER]);
    await who.sync();
    expect(await lapsedOf(database)).toEqual([[PLUS]]);
  });
});

describe("confirming a plan change", () => {
  test("repeated concurrently and later: one change", async ({ subscriber }) => {
    const who = await subscriber();
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    const clicks = [1, 2, 3].map(() => who.confirm({ plan: PLUS }, shown));
    expect(await Promise.all(clicks)).toEqual([applied, applied, applied]);
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
    expect(await who.paid()).toEqual([97_00, 39_00]);
  });

  test("response was lost: one change", async ({ subscriber }) => {
    const who = await subscriber();
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    await misbehave({
      loseReplies: { remaining: 1, share: 1 },
      onlyMatching: `/v1/subscriptions/${who.subscriptionId}`,
    });
    const answer = await who.confirm({ plan: PLUS }, shown);
    await misbehave();
    expect(answer).toEqual(applied);
    expect(await who.paid()).toEqual([97_00, 39_00]);
  });

  test("change that cannot be read back from Stripe: answers applied, and the next sync saves it", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber();
    const shown = await who.preview({ plan: PLUS });
    await misbehave({
      fail: { status: 500, remaining: 20, share: 1, shouldRetry: false },
      onlyMatching: "/v1/charges",
    });
    const answer = await who.confirm({ plan: PLUS }, shown);
    await misbehave();
    expect(answer).toEqual(applied);
    expect(await eventsIn(database)).toEqual(["CheckoutCompleted"]);
    await who.sync();
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: null });
    expect(await eventsIn(database)).toEqual(["CheckoutCompleted", "SubscriptionChanged"]);
  });

  test("amount changed since the preview: rejected", async ({ subscriber }) => {
    const who = await subscriber();
    await who.advance(HALF);
    const shown = await who.preview({ plan: PLUS });
    await provider.stripe.subscriptions.update(who.subscriptionId, {
      discounts: [{ coupon: RETENTION_OFFER.couponId }],
    });
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(CHANGED);
    expect(await who.names()).toEqual([STARTER]);
    expect(await who.paid()).toEqual([97_00]);
  });

  test("amount or timestamp forged by the browser: rejected", async ({ subscriber }) => {
    const who = await subscriber({ items: [PLUS] });
    await who.advance(HALF);
    const up = await who.preview({ plan: PREMIUM });
    const down = await who.preview({ plan: STARTER });
    for (const [selection, shown] of [
      [{ plan: PREMIUM }, { ...up, due_today_pence: 1 }],
      [{ plan: PREMIUM }, { ...up, proration_date: END - 1 }],
      [{ plan: PREMIUM }, { ...up, proration_date: HALF - 1_801 }],
      [{ plan: PREMIUM }, { ...up, proration_date: START - 1 }],
      [{ plan: STARTER }, { ...down, due_today_pence: -50_00 }],
    ] as const) {
      expect(await who.confirm(selection, shown)).toEqual(CHANGED);
    }
    expect(await who.names()).toEqual([PLUS]);
  });

  test("our clock behind Stripe's: prorates from the period start", async ({
    subscriber,
    edge,
  }) => {
    const who = await subscriber();
    await who.advance(END + 1);
    edge.clock.now = new Date((END - 2) * 1_000);
    const shown = await who.preview({ plan: PLUS });
    expect(shown).toMatchObject({ proration_date: END, due_today_pence: 78_00 });
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
  });

  test("period ended since the preview: rejected", async ({ subscriber }) => {
    const who = await subscriber();
    await who.advance(END - 60);
    const shown = await who.preview({ plan: PLUS });
    await who.advance(END + 60);
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(CHANGED);
  });
});

describe("changes between preview and confirmation", () => {
  const WITH_OFFER = {
    discounts: [{ coupon: RETENTION_OFFER.couponId }],
    metadata: { retention: RETENTION_OFFER.couponId },
  };

  test("retention offer accepted while the downgrade is scheduled: stays on the subscription", async ({
    subscriber,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    let rechecks = 0;
    const { confirm } = await begin(
      who,
      { plan: STARTER },
      {
        async recheck() {
          rechecks += 1;
          if (rechecks > 1) return;
          await provider.stripe.subscriptions.update(who.subscriptionId, WITH_OFFER);
        },
      },
    );
    await expect(confirm()).rejects.toMatchObject({ code: "amount_changed" });
    expect(await who.read()).toMatchObject({ schedule: null, discounts: [expect.anything()] });
    expect((await who.preview({ plan: STARTER })).next_payment_pence).toBe(77_60);
    await who.change({ plan: STARTER });
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 77_60]);
  });

  test("retention offer not yet applied in Stripe: plan change answers amount_changed", async ({
    subscriber,
    db,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    const [down, up] = [await who.preview({ plan: STARTER }), await who.preview({ plan: PREMIUM })];
    await db.insert(subscriptionRequests).values({
      id: "end_offer",
      subscriptionId: who.subscriptionId,
      kind: "retention_offer",
      monthlyPence: 175_00,
      state: "pending",
      requestedAt: new Date(START * 1_000).toISOString(),
    });
    expect(await who.confirm({ plan: STARTER }, down)).toEqual(CHANGED);
    expect(await who.confirm({ plan: PREMIUM }, up)).toEqual(CHANGED);
    expect((await who.read()).schedule).toBeNull();
    await provider.stripe.subscriptions.update(who.subscriptionId, WITH_OFFER);
    expect(await who.confirm({ plan: STARTER }, down)).toEqual(scheduled);
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 77_60]);
  });

  test("downgrade scheduled after the upgrade's preview: dropped by the upgrade", async ({
    subscriber,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    await who.advance(HALF);
    const { shown, confirm } = await begin(who, { plan: PREMIUM });
    expect(shown.next_payment_pence).toBe(275_00);
    await who.change({ plan: STARTER });
    expect(await confirm()).toEqual(applied.body);
    expect((await who.read()).schedule).toBeNull();
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
  });

  test("downgrade scheduled right after the upgrade was applied: stays scheduled", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    await who.advance(HALF);
    const payments = ownPayments();
    const { subscriptions: calls } = payments.stripe;
    const call = calls.update.bind(calls);
    vi.spyOn(calls, "update").mockImplementationOnce(async (...asked) => {
      const made = await call(...asked);
      await who.change({ plan: STARTER });
      return made;
    });
    const { confirm } = await begin(who, { plan: PREMIUM }, { payments });
    expect(await confirm()).toEqual(applied.body);
    expect(await keptOf(database)).toEqual({ items: [PREMIUM], scheduled: [STARTER] });
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 50_00, 97_00]);
  });

  test.for([
    ["before it is booked", 1, false],
    ["while it is booked", 2, false],
    ["while it is booked, and is cut off", 2, true],
  ] as const)(
    "upgrade during the scheduling of a downgrade: not undone: %s",
    async ([, step, isCutOff], { subscriber }) => {
      const who = await subscriber({ items: [PLUS] });
      await who.advance(HALF);
      let rechecks = 0;
      const { confirm } = await begin(
        who,
        { plan: STARTER },
        {
          async recheck() {
            rechecks += 1;
            if (rechecks !== step) return;
            if (isCutOff) {
              await provider.stripe.subscriptions.update(who.subscriptionId, {
                items: [
                  {
                    id: String((await who.read()).items.data[0]?.id),
                    price: String(prices.get(PREMIUM)),
                  },
                ],
                proration_behavior: "always_invoice",
              });
            } else {
              expect(await who.change({ plan: PREMIUM })).toEqual(applied.body);
            }
          },
        },
      );
      await expect(confirm()).rejects.toMatchObject({ code: "amount_changed" });
      expect((await who.read()).schedule).toBeNull();
      await who.advance(END + DAY);
      expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
    },
  );
});

describe("upgrade while a downgrade is scheduled", () => {
  /** A customer with a scheduled downgrade. */
  const booked = async (subscriber: Subscribe) => {
    const who = await subscriber({ items: [PLUS] });
    await who.change({ plan: STARTER });
    await who.advance(HALF);
    return who;
  };
  /**
   * @param given.isStrict Stripe rejects changes under a schedule
   * @param given.isStubborn Stripe rejects all changes
   * @param given.isCutOff the change is applied, but the response is lost
   */
  function disturbed(given: {
    isStrict?: boolean;
    isStubborn?: boolean;
    isCutOff?: boolean;
  }): StripeGateway {
    const payments = ownPayments();
    const { subscriptions: calls } = payments.stripe;
    const call = calls.update.bind(calls);
    vi.spyOn(calls, "update").mockImplementation(async (id, params, options) => {
      if (params?.items === undefined) return call(id, params, options);
      const { schedule } = await provider.stripe.subscriptions.retrieve(id);
      if (given.isStubborn === true || (given.isStrict === true && schedule !== null)) {
        throw new Stripe.errors.StripeInvalidRequestError({
          type: "invalid_request_error",
          message: "The subscription is managed by a schedule.",
        });
      }
      const made = await call(id, params, options);
      if (given.isCutOff === true) throw new Error("killed");
      return made;
    });
    return payments;
  }

  test("fields of the subscription that Stripe leaves out or that are new to us: allowed or refused, never an error of ours", async ({
    subscriber,
  }) => {
    const { stripe } = provider;
    const who = await booked(subscriber);
    await who.useCard("pm_card_chargeCustomerFail");
    await who.change({ plan: PREMIUM });
    const expand = [...SUBSCRIPTION_EXPAND, "latest_invoice.payments"];
    const real = JSON.parse(
      JSON.stringify(await stripe.subscriptions.retrieve(who.subscriptionId, { expand })),
    ) as Fields;
    const row = { status: "active", isEnding: false, paymentMethodBrand: "visa" } as const;
    const stopped = new Set<string>();
    let count = 0;
    for (const { path, how, answer } of oddAnswersOf(real)) {
      count += 1;
      const subscriptionsOf = { retrieve: () => Promise.resolve(answer) };
      const stub = { subscriptions: subscriptionsOf, products: stripe.products };
      const error = await readStripeSubscription(
        stub as unknown as Stripe,
        who.subscriptionId,
      ).then(
        (read) => {
          expect(read.period.end, `${path} ${how}`).toBeTypeOf("number");
          try {
            return requireChangeAllowed(row, read);
          } catch (refused) {
            return refused;
          }
        },
        (thrown: unknown) => thrown,
      );
      if (error instanceof z.ZodError) stopped.add(path);
      else if (error !== undefined) expect(error, `${path} ${how}`).toBeInstanceOf(AppError);
    }
    expect([...stopped].toSorted()).toEqual([
      "created",
      "items.data.0.price",
      "pending_update.expires_at",
      "pending_update.subscription_items.0.price",
      "schedule.current_phase.end_date",
      "schedule.phases.0.start_date",
      "schedule.phases.1.start_date",
      "status",
    ]);
    expect(count).toBeGreaterThan(200);
  });

  test("unpaid upgrade: downgrade stays scheduled until it is paid", async ({
    subscriber,
    database,
  }) => {
    const who = await booked(subscriber);
    await who.useCard("pm_card_chargeCustomerFail");
    expect(await who.change({ plan: PREMIUM })).toMatchObject({ outcome: "payment_needed" });
    expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: [STARTER] });
    await who.useCard("pm_card_visa");
    await who.advance(HALF + 2 * DAY);
    await who.advance(END + DAY);
    await who.sync();
    expect(await who.paid()).toEqual([175_00, 97_00]);
    expect(await eventsIn(database)).toEqual([
      "CheckoutCompleted",
      "SubscriptionChangeScheduled",
      "SubscriptionChanged",
      "UpgradeLapsed",
    ]);
  });

  test("upgrade paid later and confirmed again: drops the downgrade", async ({ subscriber }) => {
    const who = await booked(subscriber);
    await who.useCard("pm_card_chargeCustomerFail");
    const shown = await who.preview({ plan: PREMIUM });
    const { body } = await who.confirm({ plan: PREMIUM }, shown);
    await pay(body["url"]);
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(applied);
    expect((await who.read()).schedule).toBeNull();
    await who.useCard("pm_card_visa");
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
  });

  test("upgrade applied, then cut off: the next attempt drops the downgrade", async ({
    subscriber,
  }) => {
    const who = await booked(subscriber);
    const payments = disturbed({ isCutOff: true });
    const { shown, confirm } = await begin(who, { plan: PREMIUM }, { payments });
    await expect(confirm()).rejects.toThrow("killed");
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(applied);
    expect((await who.read()).schedule).toBeNull();
    await who.advance(END + DAY);
    expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
  });

  describe("when Stripe rejects updates of a subscription with a schedule", () => {
    test("upgrade: replaces the scheduled downgrade", async ({ subscriber }) => {
      const who = await booked(subscriber);
      const { confirm } = await begin(
        who,
        { plan: PREMIUM },
        { payments: disturbed({ isStrict: true }) },
      );
      expect(await confirm()).toEqual(applied.body);
      await who.advance(END + DAY);
      expect(await who.paid()).toEqual([175_00, 50_00, 275_00]);
    });

    test.for([false, true])(
      "unpaid upgrade: restores the schedule; cut off in between: %s",
      async (isCutOff, { subscriber, database }) => {
        const who = await booked(subscriber);
        await who.useCard("pm_card_chargeCustomerFail");
        const payments = disturbed({ isStrict: true, isCutOff });
        const { shown, confirm } = await begin(who, { plan: PREMIUM }, { payments });
        if (isCutOff) {
          await expect(confirm()).rejects.toThrow("killed");
          expect((await who.read()).schedule).toBeNull();
          expect(await who.confirm({ plan: PREMIUM }, shown)).toMatchObject({
            body: { outcome: "payment_needed" },
          });
        } else {
          expect(await confirm()).toMatchObject({ outcome: "payment_needed" });
        }
        expect((await who.read()).metadata).toEqual({});
        await who.sync();
        expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: [STARTER] });
        await who.useCard("pm_card_visa");
        await who.advance(HALF + 2 * DAY);
        await who.advance(END + DAY);
        expect(await who.paid()).toEqual([175_00, 97_00]);
      },
    );

    test("upgrade rejected for another reason: restores the schedule", async ({
      subscriber,
      database,
    }) => {
      const who = await booked(subscriber);
      const payments = disturbed({ isStubborn: true });
      const { confirm } = await begin(who, { plan: PREMIUM }, { payments });
      await expect(confirm()).rejects.toThrow(Stripe.errors.StripeInvalidRequestError);
      await who.sync();
      expect(await keptOf(database)).toEqual({ items: [PLUS], scheduled: [STARTER] });
    });

    test("upgrade applied, then cut off: not undone by the restored schedule", async ({
      subscriber,
    }) => {
      const who = await booked(subscriber);
      const payments = disturbed({ isStrict: true, isCutOff: true });
      const { confirm } = await begin(who, { plan: PREMIUM }, { payments });
      await expect(confirm()).rejects.toThrow("killed");
      expect(await who.change({ add: [CHANNEL] })).toEqual(applied.body);
      expect((await who.read()).schedule).toBeNull();
      expect(await who.names()).toEqual([CHANNEL, PREMIUM].toSorted());
    });
  });
});

describe("rejected plan changes", () => {
  test("withdrawal of a change that already took effect: rejected", async ({
    subscriber,
    database,
  }) => {
    const who = await subscriber({ items: [PLUS] });
    await who.change({ plan: STARTER });
    await who.advance(END + DAY);
    const refused = refusal(
      400,
      "change_refused",
      "This change has taken effect already. To have something else, please choose it.",
    );
    expect(await who.withdraw()).toEqual(refused);
    expect(await who.withdraw()).toEqual(refused);
    expect(await keptOf(database)).toEqual({ items: [STARTER], scheduled: null });
    expect(await eventsIn(database)).toEqual([
      "CheckoutCompleted",
      "SubscriptionChangeScheduled",
      "SubscriptionChanged",
    ]);
  });

  test("selection without a change, of more and less, or not for sale: rejected", async ({
    subscriber,
  }) => {
    const who = await subscriber({ items: [PLUS, CHANNEL] });
    for (const [what, selection, message] of [
      ["no change", { plan: PLUS, add: [CHANNEL] }, WORDS.noChange],
      ["nothing", {}, WORDS.noChange],
      ["more and less", { plan: STARTER, add: [COMMUNITY] }, WORDS.mixed],
      ["a price outside the catalogue", { plan: "price_1Nv0FGQ9RKHgCVdK" }, checkout.unknownPrice],
      ["a plan as an add-on", { add: [PREMIUM] }, checkout.unknownPrice],
    ] as const) {
      const answer = await who.post("/preview", selection);
      expect(answer, what).toEqual(refusal(400, "change_refused", message));
    }
  });

  test("plan not in the catalogue: rejected", async ({ subscriber }) => {
    const { stripe } = provider;
    const who = await subscriber();
    const foreign = await createSubscriptionFor(provider, {
      name: "Made to measure",
      pence: 500_00,
    });
    const [item] = (await who.read()).items.data;
    await stripe.subscriptions.update(who.subscriptionId, {
      items: [{ id: String(item?.id), price: foreign.id }],
    });
    const refused = refusal(400, "change_refused", WORDS.unknownPlan);
    expect(await who.post("/preview", { add: [CHANNEL] })).toEqual(refused);
  });

  test("cancelled here or in Stripe: rejected", async ({ subscriber, db }) => {
    const { stripe } = provider;
    const who = await subscriber({ items: [PLUS] });
    const shown = await who.preview({ plan: PREMIUM });
    const action = (what: "cancel" | "resume") =>
      db.insert(subscriptionRequests).values({
        id: `end_${what}`,
        subscriptionId: who.subscriptionId,
        kind: what,
        monthlyPence: 175_00,
        state: "pending",
        requestedAt: new Date(START * 1_000).toISOString(),
      });
    await action("cancel");
    const ending = refusal(409, "subscription_ending", WORDS.ending);
    expect(await who.post("/preview", { plan: STARTER })).toEqual(ending);
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(ending);
    await db.delete(subscriptionRequests);
    await stripe.subscriptions.update(who.subscriptionId, { cancel_at_period_end: true });
    await who.sync();
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(ending);
    await action("resume");
    expect(await who.confirm({ plan: PREMIUM }, shown)).toEqual(
      refusal(409, "subscription_ending", WORDS.beingResumed),
    );
    expect(await who.names()).toEqual([PLUS]);
  });

  test("two of the plan beside a product of the Dashboard: the preview names both", async ({
    subscriber,
  }) => {
    const who = await subscriber();
    const care = await createSubscriptionFor(provider, { name: "Website care", pence: 60_00 });
    const subscription = await provider.stripe.subscriptions.retrieve(who.subscriptionId);
    await provider.stripe.subscriptions.update(who.subscriptionId, {
      items: [
        { id: String(subscription.items.data[0]?.id), quantity: 2 },
        { price: care.id, quantity: 3 },
      ],
      proration_behavior: "none",
    });
    expect(await who.preview({ plan: PLUS })).toMatchObject({
      names: { [STARTER]: "2 × Starter Package", [PLUS]: "2 × Plus Package" },
      others: [{ name: "3 × Website care", pence: 180_00 }],
      next_payment_pence: 2 * 175_00 + 180_00,
    });
  });

  test("what the team made in the Dashboard: rejected with the reason that the pages give", async ({
    subscriber,
  }) => {
    const who = await subscriber();
    const read = await readStripeSubscription(provider.stripe, who.subscriptionId);
    const row = { status: "active", isEnding: false, paymentMethodBrand: "visa" } as const;
    for (const name of ODD_NAMES) {
      const { change, item, handChange } = ODD_SUBSCRIPTIONS[name];
      const items = read.snapshot.items.map((one) => ({ ...one, ...item }));
      const ask = () =>
        requireChangeAllowed(row, { ...read, snapshot: { ...read.snapshot, items, ...change } });
      if (handChange === null) expect(ask, name).not.toThrow();
      else {
        const error = { code: "change_refused", message: `${HAND_CHANGE_TEXTS[handChange]}.` };
        expect(ask, name).toThrow(expect.objectContaining(error));
      }
    }
  });

  test("first payment under way: rejected", async ({ db, subscriber }) => {
    const who = await subscriber();
    await db.update(subscriptions).set({ status: "incomplete" });
    expect(await who.post("/preview", { plan: PLUS })).toEqual(
      refusal(409, "payment_due", WORDS.paymentDue),
    );
    await db.update(subscriptions).set({ paymentMethodBrand: "bacs_debit" });
    expect(await who.post("/preview", { plan: PLUS })).toEqual(
      refusal(400, "change_refused", WORDS.debitRunning),
    );
  });

  test("past due: rejected", async ({ subscriber }) => {
    const who = await subscriber({ card: "pm_card_chargeCustomerFail" });
    await who.advance(END + DAY);
    expect(await who.post("/preview", { plan: PLUS })).toEqual(
      refusal(409, "payment_due", WORDS.paymentDue),
    );
  });

  test("no open subscription: rejected, even when our tables are stale", async ({
    subscriber,
    edge,
  }) => {
    const who = await subscriber();
    const none = refusal(409, "no_subscription", WORDS.noSubscription);
    await provider.stripe.subscriptions.cancel(who.subscriptionId);
    expect(await who.post("/preview", { plan: PLUS })).toEqual(none);
    await who.sync();
    expect(await who.post("/preview", { plan: PLUS })).toEqual(none);
    expect(await who.withdraw()).toEqual(none);
    const newcomer = await edge.sign({ sub: randomUUID() });
    expect(await post(edge, "/preview", { plan: PLUS }, newcomer)).toMatchObject({ status: 401 });
  });

  test("another user's subscription or no session: rejected", async ({ subscriber, edge }) => {
    const owner = await subscriber({ items: [PLUS] });
    await owner.change({ plan: STARTER });
    const stranger = await subscriber();
    const { subscriptionId } = owner;
    expect(await stranger.post("/withdraw", { subscriptionId })).toEqual(
      refusal(403, "not_your_subscription", WORDS.notYours),
    );
    expect(await stranger.preview({ plan: PLUS })).toMatchObject({
      subscription_id: stranger.subscriptionId,
    });
    expect((await owner.read()).schedule).not.toBeNull();
    for (const path of ["/preview", "", "/withdraw"]) {
      const body =
        path === "/withdraw" ? { subscriptionId } : { plan: PLUS, ...(path === "" ? NOTHING : {}) };
      expect(await post(edge, path, body, await edge.sign({ role: "anon" }))).toMatchObject({
        status: 401,
        body: { code: "unauthenticated" },
      });
    }
  });

  test("unknown, missing or malformed fields: rejected", async ({ subscriber }) => {
    const who = await subscriber();
    for (const [path, body] of [
      ["/preview", { plan: PLUS, amount: 1 }],
      ["/preview", { plan: 1 }],
      ["", { plan: PLUS, subscriptionId: who.subscriptionId, ...NOTHING }],
      ["", { plan: PLUS, prorationDate: 1.5, dueTodayPence: 0 }],
      ["", { plan: PLUS }],
      ["/withdraw", {}],
    ] as const) {
      expect(await who.post(path, body)).toMatchObject({
        status: 400,
        body: { code: "invalid_input" },
      });
    }
  });

  test("Stripe is down or busy: 503, and the next attempt succeeds", async ({ subscriber }) => {
    const who = await subscriber();
    const shown = await who.preview({ plan: PLUS });
    const away = refusal(503, "payments_unavailable", checkout.unavailable);
    for (const status of [500, 429, 409]) {
      await misbehave({ fail: { status, remaining: 99, share: 1, shouldRetry: false } });
      const answers = [
        await who.post("/preview", { plan: PLUS }),
        await who.confirm({ plan: PLUS }, shown),
        await who.withdraw(),
      ];
      await misbehave();
      expect(answers, String(status)).toEqual([away, away, away]);
    }
    expect(await who.names()).toEqual([STARTER]);
    expect(await who.confirm({ plan: PLUS }, shown)).toEqual(applied);
  });
});

const NOTHING = { prorationDate: START, dueTodayPence: 0 };
