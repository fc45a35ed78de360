import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { ClaimRequest } from "#contracts/api/unclaimed-purchases.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { productIdOf } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { customers } from "#db/schema/billing.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import {
  type Running,
  createSubscriptionFor,
  startForTest,
  TEST_KEY,
  sellCatalogue,
  setCard,
} from "../../tests/stack/stripe/start-for-test.ts";
import { API, type AuthService, SITE, test as base } from "../../tests/support/auth-service.ts";
import { ADDON, AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import { insertAccountRow, insertSubscription } from "../../tests/support/customer-rows.ts";
import type { TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { refusal } from "../../tests/support/refusal.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";
import { createStripeGateway } from "../adapters/stripe-gateway.ts";
import type { Limits } from "../auth/limits/limits.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";

let provider: Running;
let vatRate: Stripe.TaxRate;

beforeAll(async () => {
  provider = await startForTest();
  await sellCatalogue(provider);
  const { stripe } = provider;
  const { couponId: coupon, percentOff, months, code } = COMEBACK_OFFER;
  await stripe.coupons.create({
    id: coupon,
    percent_off: percentOff,
    duration: "repeating",
    duration_in_months: months,
  });
  await stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
  vatRate = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
    metadata: CATALOGUE_METADATA,
  });
});
afterAll(() => provider.stop());

type Answer = { status: number; body: Record<string, unknown> };
type Edge = AuthService & {
  anonKey: string;
  checkout: (
    change?: Record<string, unknown>,
    options?: { token?: string; headers?: Record<string, string> },
  ) => Promise<Answer>;
  signUp: (email?: string) => Promise<{ userId: string; token: string; email: string }>;
};

const test = base.extend<{ limits: { value: Limits }; edge: Edge }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest wants a pattern; a new object for each test.
  limits: async ({}, use) => {
    await use({ value: UNLIMITED });
  },
  edge: async ({ serviceWith, db, limits }, use) => {
    const service = serviceWith(
      { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: provider.url },
      {
        ...UNLIMITED,
        take: (...asked) => limits.value.take(...asked),
        uncount: (...asked) => limits.value.uncount(...asked),
      },
    );
    const anonKey = await service.sign({ role: "anon" });
    const { ask } = service;
    await use({
      ...service,
      anonKey,
      ask,
      checkout: (change = {}, options = {}) =>
        ask("POST", "/functions/v1/stripe-checkout", { ...options, body: { ...BODY, ...change } }),
      async signUp(email = `${randomUUID()}@shop.example`) {
        const userId = await insertAccountRow(db, { email, isProven: true });
        return { userId, email, token: await service.sign({ sub: userId, email }) };
      },
    });
  },
});

const BODY = {
  lineItems: [
    { priceId: PLAN.plus.priceId, quantity: 1 },
    { priceId: ADDON.channel.priceId, quantity: 1 },
  ],
  mode: "subscription",
  successUrl: `${SITE}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${SITE}/checkout`,
};

const CONVERSION = {
  consent_version: "2026-11",
  consented_at: "2026-11-20T11:59:00.000Z",
  page_url: `${SITE}/checkout`,
  fbp: "fb.1.1596403881668.1116446470",
};

const sessionIn = (answer: Answer): string =>
  /(cs_test_[A-Za-z0-9]+)/.exec(String(answer.body["url"]))?.[1] ?? "none";

async function requestsToStripe(): Promise<number> {
  const answer = await fetch(`${provider.url}/control/stats`);
  return ((await answer.json()) as { requests: number }).requests;
}

async function pay(
  sessionId: string,
  email: string,
  business: { businessName?: string; taxId?: string } = {},
): Promise<void> {
  const answer = await fetch(`${provider.url}/control/checkout/${sessionId}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: "4242424242424242", email, ...business }),
  });
  if (!answer.ok) throw new Error(`the emulator took no money: ${await answer.text()}`);
}

const claim = (edge: Edge, token: string, body: ClaimRequest) =>
  edge.ask("POST", "/functions/v1/unclaimed-purchases", { token, body });

const eventsIn = async ({ query }: TestDatabase) =>
  (await query<{ type: string }>("select type from outbox_events order by type")).rows.map(
    ({ type }) => type,
  );

describe("POST /functions/v1/stripe-checkout", () => {
  test("basket: opens a checkout session for a saved customer", async ({ edge, database }) => {
    const { token, email, userId } = await edge.signUp();
    const answer = await edge.checkout({ customerEmail: "other@shop.example" }, { token });
    expect(answer.status).toBe(200);
    const session = await provider.stripe.checkout.sessions.retrieve(sessionIn(answer), {
      expand: ["line_items.data.price", "customer"],
    });
    expect(session).toMatchObject({
      mode: "subscription",
      amount_total: 175_00 + 9_99,
      success_url: BODY.successUrl,
      cancel_url: BODY.cancelUrl,
      customer: { email, metadata: { user_id: userId } },
      payment_method_types: ["card"],
      wallet_options: { link: { display: "never" } },
      adaptive_pricing: { enabled: false },
    });
    expect(session.line_items?.data.map((line) => line.price?.lookup_key)).toEqual([
      PLAN.plus.priceId,
      ADDON.channel.priceId,
    ]);
    const { rows } = await database.query("select user_id, origin, email from customers");
    expect(rows).toEqual([{ user_id: userId, origin: "account", email }]);
  });

  test("registered company: asks what an invoice needs, and the price includes VAT", async ({
    edge,
  }) => {
    const session = await provider.stripe.checkout.sessions.retrieve(
      sessionIn(await edge.checkout()),
      { expand: ["customer"] },
    );
    expect(session).toMatchObject({
      amount_total: 175_00 + 9_99,
      total_details: { amount_tax: 29_17 + 1_67 },
      billing_address_collection: "required",
      tax_id_collection: { enabled: true },
      customer: {
        invoice_settings: { footer: expect.stringContaining(`VAT number ${COMPANY.vatNumber}`) },
      },
    });
    const business = { businessName: "Engines Ltd", taxId: "GB123456789" };
    await pay(session.id, "ada@shop.example", business);
    const { data } = await provider.stripe.invoices.list({
      customer: (session.customer as Stripe.Customer).id,
    });
    expect(data).toMatchObject([
      {
        customer_name: "Engines Ltd",
        customer_address: { line1: "1 Test Street" },
        customer_tax_ids: [{ type: "gb_vat", value: "GB123456789" }],
        default_tax_rates: [{ id: vatRate.id }],
        total_taxes: [{ amount: 29_17 + 1_67 }],
      },
    ]);
  });

  test("company that is not registered for VAT: no tax, and no field for a VAT number", async ({
    db,
  }) => {
    const keys = { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: provider.url };
    const now = () => new Date();
    const payments = createStripeGateway(keys, now, { ...COMPANY, vatNumber: null });
    if (payments === null) throw new Error("there is a Stripe key");
    const opened = await createCheckoutSession(
      { limits: UNLIMITED, db, makeId: newId, now, payments },
      {
        ip: "192.0.2.1",
        buyer: { kind: "guest", guestKey: randomUUID() },
        basket: { plan: PLAN.starter, addons: [] },
        successUrl: SITE,
        cancelUrl: SITE,
        email: null,
        promotionCode: null,
        conversion: null,
      },
    );
    const { url } = opened.outcome === "pay" ? opened : { url: "" };
    const id = url.split("/").at(-1) ?? "";
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      tax_id_collection: { enabled: false },
      total_details: { amount_tax: 0 },
    });
  });

  test("VAT rate missing in Stripe: answers that payments are not configured", async ({ edge }) => {
    const { stripe } = provider;
    await stripe.taxRates.update(vatRate.id, { active: false });
    const answer = await edge.checkout();
    await stripe.taxRates.update(vatRate.id, { active: true });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: "payments_not_configured", details: "tax rate" },
    });
  });

  test("guest: uses the given address or lets Stripe ask for one", async ({ edge }) => {
    const named = await edge.checkout({ customerEmail: "Guest@Shop.example" });
    const unnamed = await edge.checkout({ customerEmail: null });
    const emails = await Promise.all(
      [named, unnamed].map(async (answer) => {
        const { customer } = await provider.stripe.checkout.sessions.retrieve(sessionIn(answer), {
          expand: ["customer"],
        });
        return typeof customer === "object" && customer !== null && !customer.deleted
          ? customer.email
          : "no customer";
      }),
    );
    expect(emails).toEqual(["guest@shop.example", null]);
  });

  test("one price without line items: accepted", async ({ edge }) => {
    const answer = await edge.checkout({ lineItems: undefined, priceId: PLAN.starter.priceId });
    expect(answer.status).toBe(200);
  });

  test("ten concurrent requests: one checkout session and one customer", async ({
    edge,
    database,
  }) => {
    const { token } = await edge.signUp();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => edge.checkout({}, { token })),
    );
    expect(new Set(answers.map((answer) => answer.body["url"])).size).toBe(1);
    const { rows } = await database.query("select id from customers");
    expect(rows).toHaveLength(1);
  });

  test("guest browser with a key: one checkout session across its tabs", async ({ edge }) => {
    const headers = { "idempotency-key": randomUUID() };
    const [one, two, stranger] = await Promise.all([
      edge.checkout({}, { headers }),
      edge.checkout({}, { headers }),
      edge.checkout(),
    ]);
    expect(one.body["url"]).toBe(two.body["url"]);
    expect(stranger.body["url"]).not.toBe(one.body["url"]);
  });

  test("same add-ons in another order: same session; another plan: a new one", async ({ edge }) => {
    const { token } = await edge.signUp();
    const of = (...ids: string[]) =>
      edge.checkout({ lineItems: ids.map((priceId) => ({ priceId, quantity: 1 })) }, { token });
    const [plan, other] = [PLAN.starter.priceId, PLAN.plus.priceId];
    const [first, second] = [ADDON.channel.priceId, ADDON.community.priceId];
    const one = await of(plan, first, second);
    expect((await of(plan, second, first)).body).toEqual(one.body);
    expect((await of(other, first, second)).body).not.toEqual(one.body);
  });

  test("consent data for Meta: stored here, not sent to Stripe", async ({ edge, database }) => {
    const { token } = await edge.signUp();
    const kept = async () =>
      (await database.query("select conversion from checkout_sessions")).rows.map(
        (row) => row.conversion as unknown,
      );
    const headers = { "user-agent": "Mozilla/5.0" };
    const first = await edge.checkout({ conversion: CONVERSION }, { token, headers });
    expect(first.status).toBe(200);
    expect(await kept()).toEqual([{ ...CONVERSION, user_agent: "Mozilla/5.0" }]);
    const session = await provider.stripe.checkout.sessions.retrieve(sessionIn(first), {
      expand: ["customer", "line_items"],
    });
    expect(JSON.stringify(session)).not.toMatch(/fb\.1\.|2026-11-20T11:59|Mozilla/);
    // The same session, after consent was withdrawn.
    const second = await edge.checkout({}, { token });
    expect(second.body).toEqual(first.body);
    expect(await kept()).toEqual([null]);
  });

  test("expired checkout session: opens a new one", async ({ edge }) => {
    const { token } = await edge.signUp();
    const first = await edge.checkout({}, { token });
    await provider.stripe.checkout.sessions.expire(sessionIn(first));
    const second = await edge.checkout({}, { token });
    expect(second.status).toBe(200);
    expect(second.body["url"]).not.toBe(first.body["url"]);
  });

  test("session just paid: redirects to its success page", async ({ edge }) => {
    const { token, email } = await edge.signUp();
    const first = await edge.checkout({}, { token });
    await pay(sessionIn(first), email);
    const second = await edge.checkout({}, { token });
    expect(second.body["url"]).toBe(`${SITE}/checkout-success?session_id=${sessionIn(first)}`);
  });

  test("paying customer: sent to the plan-change page, before and after the webhook", async ({
    edge,
  }) => {
    const { token, email } = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token }));
    await pay(sessionId, email);
    const [plan, first, second] = [
      PLAN.plus.priceId,
      ADDON.metaAds.priceId,
      ADDON.influencer.priceId,
    ];
    const other = {
      lineItems: [plan, first, second].map((priceId) => ({ priceId, quantity: 1 })),
    };
    const url = `${SITE}/change-plan?plan=${plan}&add=${first}&add=${second}`;
    const change = { status: 200, body: { url } };
    expect(await edge.checkout(other, { token })).toEqual(change);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, { token });
    expect(await edge.checkout(other, { token })).toEqual(change);
    expect(await edge.checkout({ ...other, code: COMEBACK_OFFER.code }, { token })).toEqual(change);
  });

  test.for([
    ["an ads plan: may buy a plan", AD_PLAN.professional.priceId, /^cs_test_/],
    ["a price by hand: sent to the plan-change page", "made_by_hand", /^none$/],
  ] as const)("customer of %s", async ([, priceId, session], { edge, db, database }) => {
    const { token, email } = await edge.signUp();
    await edge.checkout({}, { token });
    const { rows } = await database.query<{ id: string }>("select id from customers");
    const customer = String(rows[0]?.id);
    const price = await createSubscriptionFor(provider, {
      name: email,
      pence: 199_00,
      lookupKey: priceId,
    });
    const { stripe } = provider;
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    const { id } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card.id,
      items: [{ price: price.id }],
    });
    const plan = { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] };
    expect(sessionIn(await edge.checkout(plan, { token }))).toMatch(session);
    await insertSubscription(db, { id, customerId: customer, priceIds: [priceId] });
    await database.query(
      "update subscription_items set price_id = null where price_id = 'made_by_hand'",
    );
    const other = { lineItems: [{ priceId: PLAN.plus.priceId, quantity: 1 }] };
    expect(sessionIn(await edge.checkout(other, { token }))).toMatch(session);
    await stripe.prices.update(price.id, { lookup_key: "" });
  });

  const former = async (edge: Edge) => {
    const who = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token: who.token }));
    await pay(sessionId, who.email);
    const look = () =>
      edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, who);
    await look();
    const { subscription } = await provider.stripe.checkout.sessions.retrieve(sessionId);
    if (typeof subscription !== "string") throw new Error("a session has its subscription's id");
    await provider.stripe.subscriptions.cancel(subscription);
    await look();
    return who;
  };

  test("comeback code: cheaper for three months; one checkout session with it, one without", async ({
    edge,
  }) => {
    const { token, email } = await former(edge);
    const answers = await Promise.all([
      edge.checkout({ code: "ComeBack30" }, { token }),
      edge.checkout({ code: ` ${COMEBACK_OFFER.code} ` }, { token }),
      edge.checkout({}, { token }),
    ]);
    const [cheap, same, full] = answers.map(sessionIn);
    expect(same).toBe(cheap);
    expect(full).not.toBe(cheap);
    const { stripe } = provider;
    expect(await stripe.checkout.sessions.retrieve(String(full))).toMatchObject({
      amount_total: 184_99,
    });
    await pay(String(cheap), email);
    const bought = await stripe.checkout.sessions.retrieve(String(cheap), {
      expand: ["subscription.discounts.source.coupon"],
    });
    expect(bought).toMatchObject({
      amount_total: 122_50 + 6_99,
      subscription: { discounts: [{ source: { coupon: { id: COMEBACK_OFFER.couponId } } }] },
    });
  });

  test("code: rejected when unknown or when the customer is not returning", async ({
    edge,
    database,
  }) => {
    const back = await former(edge);
    const { rows: before } = await database.query("select id from checkout_sessions");
    const { badCode } = BILLING_MESSAGES.checkout;
    const refused = { status: 400, body: { code: "code_refused", error: badCode } };
    const newcomer = await edge.signUp();
    const { code } = COMEBACK_OFFER;
    expect(await edge.checkout({ code: "comeback90" }, back)).toMatchObject(refused);
    expect(await edge.checkout({ code }, newcomer)).toMatchObject(refused);
    expect(await edge.checkout({ code })).toMatchObject(refused);
    for (const wrong of ["", " ", "x".repeat(51), 30]) {
      expect(refusal(await edge.checkout({ code: wrong }, back))).toEqual([400, "invalid_input"]);
    }
    const { rows: after } = await database.query("select id from checkout_sessions");
    expect(after).toEqual(before);
  });

  test("code for first purchases only: rejected when the session is opened", async ({ edge }) => {
    const { token } = await former(edge);
    const coupon = await newCoupon({ for: "returning" });
    await provider.stripe.promotionCodes.create({
      code: "FIRSTONLY",
      promotion: { type: "coupon", coupon },
      restrictions: { first_time_transaction: true },
    });
    expect(refusal(await edge.checkout({ code: "firstonly" }, { token }))).toEqual([
      400,
      "code_refused",
    ]);
  });

  const newCoupon = async (metadata: Record<string, string> = {}) =>
    (await provider.stripe.coupons.create({ percent_off: 10, duration: "once", metadata })).id;

  test.for([
    ["unmarked: for guests and new customers", {}, [true, true, false, false]],
    [
      "marked for returning customers: for them only",
      { for: "returning" },
      [false, false, true, true],
    ],
  ] as const)("code of the Dashboard, %s", async ([, metadata, accepted], { edge }) => {
    const code = `DASHBOARD${randomUUID().slice(0, 8)}`;
    const coupon = await newCoupon(metadata);
    await provider.stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
    const returning = await former(edge);
    const sameMailbox = await edge.signUp(returning.email.replace("@", "+new@"));
    const buyers = [{}, await edge.signUp(), returning, sameMailbox];
    for (const [index, buyer] of buyers.entries()) {
      const answer = await edge.checkout({ code }, buyer);
      expect([index, answer.status]).toEqual([index, accepted[index] === true ? 200 : 400]);
      if (answer.status !== 200) continue;
      const session = await provider.stripe.checkout.sessions.retrieve(sessionIn(answer));
      expect(session.amount_total).toBeLessThan(184_99);
    }
  });

  test("one code, made for several customers by name: each may use their own, and nobody else's", async ({
    edge,
    database,
  }) => {
    const code = `HELLO${randomUUID().slice(0, 8)}`;
    const coupon = await newCoupon();
    const people = [await former(edge), await former(edge)];
    const { rows } = await database.query<{ id: string; user_id: string }>(
      "select id, user_id from customers",
    );
    const customerOf = new Map(rows.map(({ id, user_id: userId }) => [userId, id]));
    const { promotionCodes, checkout } = provider.stripe;
    const promotion = { type: "coupon", coupon } as const;
    const made = new Map<string, string>();
    for (const { userId } of people) {
      const customer = customerOf.get(userId) ?? "";
      made.set(userId, (await promotionCodes.create({ code, promotion, customer })).id);
    }
    for (const who of people) {
      const answer = await edge.checkout({ code }, who);
      const session = await checkout.sessions.retrieve(sessionIn(answer));
      expect(session.discounts).toMatchObject([{ promotion_code: made.get(who.userId) }]);
    }
    for (const who of [await former(edge), await edge.signUp(), {}]) {
      expect(await edge.checkout({ code }, who)).toMatchObject({ status: 400 });
    }
    // One for new customers beside them.
    await promotionCodes.create({ code, promotion });
    expect(await edge.checkout({ code }, await edge.signUp())).toMatchObject({ status: 200 });
    expect(await edge.checkout({ code }, await former(edge))).toMatchObject({ status: 400 });
    expect(await edge.checkout({ code }, people[0])).toMatchObject({ status: 200 });
  });

  describe("POST /functions/v1/promotion-code", () => {
    const look = (edge: Edge, code: string, who: { token?: string } = {}) =>
      edge.ask("POST", "/functions/v1/promotion-code", { ...who, body: { code } });
    const OFF = {
      percent_off: null,
      amount_off_pence: null,
      months: null,
      product_ids: null,
      minimum_pence: null,
    };

    test.for([
      [
        "percent, once",
        { percent_off: 10, duration: "once" },
        { ...OFF, percent_off: 10, months: 1 },
      ],
      [
        "pounds, for months",
        { amount_off: 5_00, currency: "gbp", duration: "repeating", duration_in_months: 2 },
        { ...OFF, amount_off_pence: 5_00, months: 2 },
      ],
      ["for ever", { percent_off: 10, duration: "forever" }, { ...OFF, percent_off: 10 }],
    ] as const)("a code of %s", async ([, params, body], { edge }) => {
      const code = `LOOK${randomUUID().slice(0, 8)}`;
      const { id: coupon } = await provider.stripe.coupons.create(params);
      await provider.stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
      expect(await look(edge, code)).toEqual({ status: 200, body });
    });

    test("a code for one product names it", async ({ edge }) => {
      const code = `LOOK${randomUUID().slice(0, 8)}`;
      const { coupons, products, promotionCodes } = provider.stripe;
      const { id: product } = await products.create({ name: "Limited" });
      const { id: coupon } = await coupons.create({
        percent_off: 50,
        duration: "once",
        applies_to: { products: [product] },
      });
      await promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
      expect(await look(edge, code)).toMatchObject({ body: { product_ids: [product] } });
    });

    test.for([
      ["a penny above the basket", 185_00, 400],
      ["the basket", 184_99, 200],
    ] as const)(
      "a code for orders from %s says so, and the checkout keeps to it",
      async ([, minimum, status], { edge }) => {
        const code = `LARGE${randomUUID().slice(0, 8)}`;
        await provider.stripe.promotionCodes.create({
          code,
          promotion: { type: "coupon", coupon: await newCoupon() },
          restrictions: { minimum_amount: minimum, minimum_amount_currency: "gbp" },
        });
        expect(await look(edge, code)).toMatchObject({
          status: 200,
          body: { minimum_pence: minimum },
        });
        const { status: answered, body } = await edge.checkout({ code });
        expect(answered).toBe(status);
        if (status === 400) expect(body).toMatchObject({ code: "code_refused" });
      },
    );

    test("refuses what the checkout refuses, with the same sentence", async ({
      edge,
      database,
    }) => {
      const returning = await former(edge);
      const unpaid = await former(edge);
      await database.query(
        `update subscriptions set has_ended_unpaid = true where customer_id in
          (select id from customers where user_id = '${unpaid.userId}')`,
      );
      const newCode = await newCoupon();
      const first = { type: "coupon", coupon: newCode } as const;
      const code = `FIRST${randomUUID().slice(0, 8)}`;
      const restrictions = { first_time_transaction: true };
      await provider.stripe.promotionCodes.create({ code, promotion: first, restrictions });
      const { code: comeback } = COMEBACK_OFFER;
      for (const [who, given] of [
        [await edge.signUp(), comeback],
        [{}, comeback],
        [unpaid, comeback],
        [returning, code],
        [returning, "unknown"],
        [returning, "no code!"],
      ] as const) {
        const looked = await look(edge, given, who);
        const bought = await edge.checkout({ code: given }, who);
        expect(refusal(looked)).toEqual([400, "code_refused"]);
        expect(bought).toMatchObject({ status: 400, body: { error: looked.body["error"] } });
      }
      expect(await look(edge, comeback, returning)).toMatchObject({
        status: 200,
        body: { percent_off: COMEBACK_OFFER.percentOff, months: COMEBACK_OFFER.months },
      });
      expect(await look(edge, code, await edge.signUp())).toMatchObject({ status: 200 });
    });

    test("sixth refused code of a visitor: refused without a request to Stripe, and usable codes do not count", async ({
      edge,
      limits,
    }) => {
      const code = `GUESSED${randomUUID().slice(0, 8)}`;
      const coupon = await newCoupon();
      await provider.stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
      let counted = 0;
      limits.value = {
        ...UNLIMITED,
        take: (bucket) => {
          const allowed = bucket !== "refused_code" || counted < 5;
          if (allowed && bucket === "refused_code") counted += 1;
          return Promise.resolve({ allowed, retryAfterS: 60 });
        },
        uncount: (bucket) => {
          if (bucket === "refused_code") counted -= 1;
          return Promise.resolve();
        },
      };
      for (let time = 0; time < 6; time++)
        expect(await look(edge, code)).toMatchObject({ status: 200 });
      for (const guess of ["staff", "friends", "team", "vip", "press"]) {
        expect(await look(edge, guess)).toMatchObject({ status: 400 });
      }
      const before = await requestsToStripe();
      expect(await look(edge, "family")).toMatchObject({ status: 429 });
      expect(await edge.checkout({ code: "family" })).toMatchObject({ status: 429 });
      expect(await requestsToStripe()).toBe(before);
      expect(await edge.checkout()).toMatchObject({ status: 200 });
    });

    test("nobody buys beside a running subscription", async ({ edge }) => {
      const who = await edge.signUp();
      const sessionId = sessionIn(await edge.checkout({}, who));
      await pay(sessionId, who.email);
      await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, who);
      expect(refusal(await look(edge, COMEBACK_OFFER.code, who))).toEqual([400, "code_refused"]);
    });
  });

  test("comeback code: once, also while two tabs pay for it at once", async ({
    edge,
    database,
  }) => {
    const { token, email } = await former(edge);
    const shown = () => edge.ask("GET", "/functions/v1/subscription", { token });
    expect(await shown()).toMatchObject({
      body: { subscription: { can_use_comeback_code: true } },
    });
    const { code } = COMEBACK_OFFER;
    const tabs = [PLAN.starter, PLAN.plus].map(({ priceId }) => ({
      lineItems: [{ priceId, quantity: 1 }],
      code,
    }));
    const sessions = await Promise.all(
      tabs.map(async (tab) => sessionIn(await edge.checkout(tab, { token }))),
    );
    for (const session of sessions) await pay(session, email);
    await Promise.all(
      sessions.map((id) =>
        edge.ask("GET", `/functions/v1/checkout-session?session_id=${id}`, { token }),
      ),
    );
    const { rows } = await database.query<{ id: string; stays: boolean }>(
      "select id, duplicate_of is null as stays from subscriptions where is_open and is_comeback",
    );
    // The worker ends and refunds the other one.
    expect(rows.filter(({ stays }) => stays)).toHaveLength(1);
    for (const { id } of rows) await provider.stripe.subscriptions.cancel(id);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessions[0]}`, { token });
    expect(await edge.checkout({ code }, { token })).toMatchObject({
      status: 400,
      body: { code: "code_refused", error: BILLING_MESSAGES.checkout.codeUsed },
    });
    expect(await shown()).toMatchObject({
      body: { subscription: { can_use_comeback_code: false } },
    });
  });

  test("comeback code: not for who left with a payment owed", async ({ edge, database }) => {
    const { token } = await former(edge);
    await database.query("update subscriptions set has_ended_unpaid = true");
    expect(await edge.checkout({ code: COMEBACK_OFFER.code }, { token })).toMatchObject({
      status: 400,
      body: { code: "code_refused", error: BILLING_MESSAGES.checkout.codeAfterUnpaid },
    });
  });

  test("guest beyond the allowance for new ones: 429, and no customer is made", async ({
    serviceWith,
    database,
  }) => {
    const taken: string[] = [];
    const service = serviceWith(
      { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: provider.url },
      {
        ...UNLIMITED,
        take(bucket, key) {
          taken.push(`${bucket} ${key}`);
          return Promise.resolve({ allowed: taken.length <= 2, retryAfterS: 60 });
        },
      },
    );
    const anonKey = await service.sign({ role: "anon" });
    const begin = (key: string) =>
      service.call("POST", `${API}/functions/v1/stripe-checkout`, BODY, {
        apikey: anonKey,
        authorization: `Bearer ${anonKey}`,
        "idempotency-key": key,
        "cf-connecting-ip": "2001:db8:1:2::7",
      });
    const key = randomUUID();
    expect(await begin(key)).toMatchObject({ status: 200 });
    // The same browser again: no new guest.
    expect(await begin(key)).toMatchObject({ status: 200 });
    expect(refusal(await begin(randomUUID()))).toEqual([429, "rate_limited"]);
    expect(taken).toEqual([
      "guest_checkout 2001:db8:1:2::/64",
      "guest_checkout 2001:db8:1::/48",
      "guest_checkout 2001:db8:1:2::/64",
    ]);
    const { rows } = await database.query("select id from customers");
    expect(rows).toHaveLength(1);
  });

  test("guest with a subscriber's address: may buy, since the address is not proven", async ({
    edge,
  }) => {
    const { token, email } = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token }));
    await pay(sessionId, email);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, { token });
    const guest = await edge.checkout({ customerEmail: email });
    expect(sessionIn(guest)).toMatch(/^cs_test_/);
  });

  test("guest browser that has bought: told before a second payment", async ({ edge }) => {
    const headers = { "idempotency-key": randomUUID() };
    const sessionId = sessionIn(await edge.checkout({}, { headers }));
    await pay(sessionId, "guest@shop.example");
    const other = { lineItems: [{ priceId: PLAN.plus.priceId, quantity: 1 }] };
    const conflict = {
      status: 409,
      body: { code: "subscription_active", error: BILLING_MESSAGES.checkout.guestSubscribed },
    };
    expect(await edge.checkout(other, { headers })).toMatchObject(conflict);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`);
    expect(await edge.checkout(other, { headers })).toMatchObject(conflict);
  });

  test("request cut off before a price was replaced: a session at the new price", async ({
    edge,
    database,
  }) => {
    const headers = { "idempotency-key": randomUUID() };
    const plan = { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] };
    const cutOff = sessionIn(await edge.checkout(plan, { headers }));
    await database.query(
      "update checkout_sessions set state = 'opening', stripe_session_id = null, url = null",
    );
    const { stripe } = provider;
    const [old] = (await stripe.prices.list({ lookup_keys: [PLAN.starter.priceId] })).data;
    const price = await stripe.prices.create({
      product: typeof old?.product === "string" ? old.product : "",
      currency: "gbp",
      unit_amount: PLAN.starter.pricePence,
      recurring: { interval: "month" },
      lookup_key: PLAN.starter.priceId,
      transfer_lookup_key: true,
    });
    edge.wait(11 * 60);
    const session = sessionIn(await edge.checkout(plan, { headers }));
    expect(session).not.toBe(cutOff);
    const { line_items: lines } = await stripe.checkout.sessions.retrieve(session, {
      expand: ["line_items"],
    });
    expect(lines?.data.map((line) => line.price?.id)).toEqual([price.id]);
  });

  test("address that Stripe refuses: Stripe's page asks for another", async ({ edge }) => {
    const { token } = await edge.signUp(`${randomUUID()}@localhost`);
    const session = sessionIn(await edge.checkout({}, { token }));
    expect(
      await provider.stripe.checkout.sessions.retrieve(session, { expand: ["customer"] }),
    ).toMatchObject({ status: "open", customer: { email: null } });
  });

  test("customer deleted in Stripe: replaced by a new one", async ({ edge, database }) => {
    const { token } = await edge.signUp();
    await edge.checkout({}, { token });
    const { rows } = await database.query<{ id: string }>("select id from customers");
    await provider.stripe.customers.del(String(rows[0]?.id));
    const answer = await edge.checkout(
      { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] },
      { token },
    );
    expect(answer.status).toBe(200);
  });

  test("customer deleted by webhook: replaced on the same day", async ({ edge, database }) => {
    const { token } = await edge.signUp();
    await edge.checkout({}, { token });
    const { rows } = await database.query<{ id: string }>("select id from customers");
    await provider.stripe.customers.del(String(rows[0]?.id));
    await database.query("update customers set is_deleted = true");
    const answer = await edge.checkout(
      { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] },
      { token },
    );
    expect(answer.status).toBe(200);
  });

  test("guest browser whose purchase was linked to an account: may buy as a guest again", async ({
    edge,
  }) => {
    const headers = { "idempotency-key": randomUUID() };
    const sessionId = sessionIn(await edge.checkout({}, { headers }));
    await pay(sessionId, "guest@shop.example");
    const { token } = await edge.signUp();
    await claim(edge, token, { checkoutSessionId: sessionId });
    const again = await edge.checkout(
      { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] },
      { headers },
    );
    expect(sessionIn(again)).toMatch(/^cs_test_/);
  });

  test("basket, form, URL or consent that is invalid: rejected, nothing stored", async ({
    edge,
    database,
  }) => {
    const { checkout } = BILLING_MESSAGES;
    const basket = (...items: object[]) => ({
      lineItems: items.map((item) => ({ quantity: 1, ...item })),
    });
    const consent = (change: object) => ({ conversion: { ...CONVERSION, ...change } });
    const refused = {
      basket_refused: [
        ["nothing", basket(), checkout.noPlan],
        ["an add-on alone", basket({ priceId: ADDON.channel.priceId }), checkout.noPlan],
        [
          "two plans",
          basket({ priceId: PLAN.starter.priceId }, { priceId: PLAN.plus.priceId }),
          checkout.severalPlans,
        ],
        [
          "a price outside the catalogue",
          basket({ priceId: "price_1Nv0FGQ9RKHgCVdK" }),
          checkout.unknownPrice,
        ],
      ],
      invalid_input: (
        [
          ["two of one", basket({ priceId: PLAN.starter.priceId, quantity: 2 })],
          ["an amount", basket({ priceId: PLAN.starter.priceId, amount: 1 })],
          ["both forms at once", { priceId: PLAN.starter.priceId }],
          ["one payment", { mode: "payment" }],
          ["an invalid address", { customerEmail: "ada@" }],
          ["consent with an event id of the browser's", consent({ event_id: randomUUID() })],
          ["consent without its version", consent({ consent_version: undefined })],
          ["consent on a page that is not http", consent({ page_url: "javascript:alert(1)" })],
          ["consent with a malformed pixel cookie", consent({ fbp: "<script>" })],
        ] as const
      ).map(([what, change]) => [what, change, MESSAGES.refused.invalidInput] as const),
      url_not_allowed: [
        [
          "success URL of another site",
          { successUrl: "https://evil.example/checkout-success" },
          checkout.foreignUrl,
        ],
        ["cancel URL of another site", { cancelUrl: "//evil.example" }, checkout.foreignUrl],
      ],
    } as const;
    for (const [code, cases] of Object.entries(refused)) {
      for (const [what, change, error] of cases) {
        expect(await edge.checkout(change), what).toMatchObject({
          status: 400,
          body: { code, error, requestId: expect.any(String) },
        });
      }
    }
    expect((await database.query("select id from checkout_sessions")).rows).toEqual([]);
  });

  test("key that is too long, invalid token or no API key: rejected", async ({ edge }) => {
    const wrongKey = await edge.checkout({}, { headers: { "idempotency-key": "k".repeat(256) } });
    expect(refusal(wrongKey)).toEqual([400, "invalid_idempotency_key"]);
    const wrongToken = await edge.checkout({}, { token: "not.a.token" });
    expect(refusal(wrongToken)).toEqual([401, "unauthenticated"]);
    const nobody = await edge.checkout({}, { token: await edge.sign({}) });
    expect(refusal(nobody)).toEqual([401, "unauthenticated"]);
  });

  test("token of an ended session: rejected", async ({ edge }) => {
    const { userId } = await edge.signUp();
    const token = await edge.sign({ sub: userId, session_id: randomUUID() });
    expect(await edge.checkout({}, { token })).toMatchObject({
      status: 401,
      body: { code: "unauthenticated", error: MESSAGES.refused.signIn },
    });
  });

  test("no Stripe key or a wrong one: answers that payments are not configured", async ({
    serviceWith,
    edge,
  }) => {
    for (const settings of [
      {},
      { STRIPE_SECRET_KEY: "sk_test_wrong", STRIPE_API_BASE: provider.url },
    ]) {
      const bare = serviceWith(settings);
      const response = await bare.request(`${API}/functions/v1/stripe-checkout`, {
        method: "POST",
        headers: { apikey: edge.anonKey, "content-type": "application/json" },
        body: JSON.stringify(BODY),
      });
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        code: "payments_not_configured",
        error: BILLING_MESSAGES.checkout.notConfigured,
      });
    }
  });

  test("Stripe is down: answers 503", async ({ serviceWith, edge }) => {
    const bare = serviceWith({
      STRIPE_SECRET_KEY: TEST_KEY,
      STRIPE_API_BASE: "http://127.0.0.1:9",
    });
    const response = await bare.request(`${API}/functions/v1/stripe-checkout`, {
      method: "POST",
      headers: { apikey: edge.anonKey, "content-type": "application/json" },
      body: JSON.stringify(BODY),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toMatchObject({ code: "payments_unavailable" });
  });

  test("price that differs from the catalogue: rejected", async ({ edge }) => {
    const { data } = await provider.stripe.prices.list({ lookup_keys: [PLAN.plus.priceId] });
    const { stripe } = provider;
    const wrong = await createSubscriptionFor(provider, { name: PLAN.plus.name, pence: 1 });
    const [right] = data;
    await stripe.prices.update(wrong.id, {
      lookup_key: PLAN.plus.priceId,
      transfer_lookup_key: true,
    });
    const answer = await edge.checkout({
      lineItems: [{ priceId: PLAN.plus.priceId, quantity: 1 }],
    });
    await stripe.prices.update(String(right?.id), {
      lookup_key: PLAN.plus.priceId,
      transfer_lookup_key: true,
    });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: "payments_not_configured", details: PLAN.plus.priceId },
    });
  });
});

describe("prices that change at Stripe while the edge remembers the earlier ones", () => {
  const starter = { lineItems: [{ priceId: PLAN.starter.priceId, quantity: 1 }] };

  /** The catalogue's product with its price. */
  async function moveToProduct(price: Stripe.Price | undefined) {
    const { stripe } = provider;
    const product = await stripe.products.create({
      id: productIdOf(PLAN.starter.priceId),
      name: "S",
    });
    const again = await stripe.prices.create({
      product: product.id,
      currency: "gbp",
      unit_amount: PLAN.starter.pricePence,
      recurring: { interval: "month" },
      lookup_key: PLAN.starter.priceId,
      transfer_lookup_key: true,
      metadata: CATALOGUE_METADATA,
    });
    await stripe.prices.update(String(price?.id), { active: false });
    return again;
  }

  test("a price and a tax rate that were replaced: looked up again, at once", async ({
    edge,
    database,
  }) => {
    const { stripe } = provider;
    const { token } = await edge.signUp();
    expect(await edge.checkout(starter, { token })).toMatchObject({ status: 200 });
    const { data } = await stripe.prices.list({ lookup_keys: [PLAN.starter.priceId] });
    const newPrice = await moveToProduct(data[0]);
    await stripe.taxRates.update(vatRate.id, { active: false });
    vatRate = await stripe.taxRates.create({
      display_name: "VAT",
      inclusive: true,
      percentage: 20,
      metadata: CATALOGUE_METADATA,
    });
    const other = await edge.signUp();
    const answer = await edge.checkout(starter, other);
    expect(answer).toMatchObject({ status: 200 });
    const session = await stripe.checkout.sessions.retrieve(sessionIn(answer), {
      expand: ["line_items"],
    });
    expect(session.line_items?.data.map(({ price }) => price?.id)).toEqual([newPrice.id]);
    const { rows } = await database.query("select state from checkout_sessions");
    expect(rows).toEqual([{ state: "open" }, { state: "open" }]);
  });

  test("a newer catalogue has moved the lookup key: this edge sells its own amount", async ({
    edge,
  }) => {
    const { stripe } = provider;
    const [now] = (await stripe.prices.list({ lookup_keys: [PLAN.starter.priceId] })).data;
    const newer = await stripe.prices.create({
      product: productIdOf(PLAN.starter.priceId),
      currency: "gbp",
      unit_amount: PLAN.starter.pricePence + 10_00,
      recurring: { interval: "month" },
      lookup_key: PLAN.starter.priceId,
      transfer_lookup_key: true,
      metadata: CATALOGUE_METADATA,
    });
    const answer = await edge.checkout(starter);
    expect(answer).toMatchObject({ status: 200 });
    expect(await stripe.checkout.sessions.retrieve(sessionIn(answer))).toMatchObject({
      amount_total: PLAN.starter.pricePence,
    });
    await stripe.prices.update(String(now?.id), {
      lookup_key: PLAN.starter.priceId,
      transfer_lookup_key: true,
    });
    await stripe.prices.update(newer.id, { active: false });
  });
});

describe("GET /functions/v1/checkout-session", () => {
  const look = (edge: Edge, sessionId: string, token?: string) =>
    edge.ask(
      "GET",
      `/functions/v1/checkout-session?session_id=${sessionId}`,
      token === undefined ? {} : { token },
    );

  test("before and after payment: returns the state without waiting for the webhook", async ({
    edge,
    database,
  }) => {
    const { token, email } = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token }));
    expect((await look(edge, sessionId, token)).body).toEqual({
      outcome: "open",
      subscription: null,
      addon_names: "",
      order_id: null,
      amount_total: null,
      payments: [],
      is_yours: false,
      is_unclaimed: false,
      is_returning: false,
    });
    await pay(sessionId, email);
    const paid = {
      status: 200,
      body: {
        outcome: "complete",
        subscription: {
          subscription_id: expect.stringMatching(/^sub_/),
          price_id: PLAN.plus.priceId,
          subscription_status: "active",
          current_period_end: expect.any(Number),
          plan_name: expect.any(String),
          payment_method_brand: null,
          payment_method_last4: null,
          cancel_at_period_end: false,
        },
        addon_names: ADDON.channel.name,
        order_id: expect.stringMatching(/^in_/),
        amount_total: 184_99,
        payments: [{ at: expect.any(Number), pence: 184_99 }],
        is_yours: true,
        is_unclaimed: false,
        is_returning: false,
      },
    };
    const answers = await Promise.all([
      look(edge, sessionId, token),
      look(edge, sessionId, token),
      look(edge, sessionId, token),
    ]);
    expect(answers).toEqual([paid, paid, paid]);
    expect(await eventsIn(database)).toEqual(["CheckoutCompleted"]);
  });

  test("user who left and returns within minutes: told to the user, not to a visitor with the link", async ({
    edge,
    database,
  }) => {
    const { token, email } = await edge.signUp();
    const buy = async () => {
      const sessionId = sessionIn(await edge.checkout({}, { token }));
      await pay(sessionId, email);
      return sessionId;
    };
    const first = await buy();
    expect((await look(edge, first, token)).body).toMatchObject({
      is_yours: true,
      is_returning: false,
    });
    const { rows } = await database.query<{ id: string }>("select id from subscriptions");
    await provider.stripe.subscriptions.cancel(String(rows[0]?.id));
    await look(edge, first, token);
    const sessionId = await buy();
    expect((await look(edge, sessionId, token)).body).toMatchObject({
      is_yours: true,
      is_returning: true,
    });
    expect((await look(edge, sessionId)).body).toMatchObject({
      is_yours: false,
      is_returning: false,
    });
  });

  test("expired checkout session: answers as expired", async ({ edge }) => {
    const sessionId = sessionIn(await edge.checkout());
    await provider.stripe.checkout.sessions.expire(sessionId);
    expect((await look(edge, sessionId)).body).toMatchObject({ outcome: "expired" });
  });

  test("guest purchase: a visit changes no owner, and says that it may be claimed", async ({
    edge,
    database,
  }) => {
    const sessionId = sessionIn(await edge.checkout());
    await pay(sessionId, "guest@shop.example");
    const { token } = await edge.signUp();
    expect((await look(edge, sessionId, token)).body).toMatchObject({
      is_yours: false,
      is_unclaimed: true,
    });
    const { rows } = await database.query("select user_id from customers");
    expect(rows).toEqual([{ user_id: null }]);
  });

  test("purchase of an erased owner: not found any more", async ({ edge, db }) => {
    const owner = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token: owner.token }));
    await pay(sessionId, owner.email);
    expect(await look(edge, sessionId)).toMatchObject({ status: 200 });
    await db.update(customers).set({ email: ERASED_EMAIL });
    expect(refusal(await look(edge, sessionId))).toEqual([404, "not_found"]);
  });

  test("purchase of a deleted account: stays unlinked", async ({ edge, database }) => {
    const owner = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token: owner.token }));
    await pay(sessionId, owner.email);
    await look(edge, sessionId, owner.token);
    await database.query("delete from users");
    const other = await edge.signUp();
    expect((await look(edge, sessionId, other.token)).body).toMatchObject({ is_yours: false });
    const { rows } = await database.query("select user_id from customers");
    expect(rows).toEqual([{ user_id: null }]);
  });

  test("malformed or unknown id: not found", async ({ edge }) => {
    for (const id of ["", "cs_test_none", "cs_test_a'b", "sub_1", "cs_".padEnd(400, "a")]) {
      expect(refusal(await look(edge, encodeURIComponent(id))), id).toEqual([404, "not_found"]);
    }
  });

  test("session that nobody opened, or whose purchase was read within ten seconds: Stripe is not asked", async ({
    edge,
    limits,
  }) => {
    const sessionId = sessionIn(await edge.checkout());
    await pay(sessionId, "ada@shop.example");
    const answer = await look(edge, sessionId);
    limits.value = {
      ...UNLIMITED,
      take: (bucket) => Promise.resolve({ allowed: bucket !== "purchase_sync", retryAfterS: 10 }),
    };
    const before = await requestsToStripe();
    expect(await look(edge, sessionId)).toEqual(answer);
    expect((await look(edge, "cs_live_aaaa")).status).toBe(404);
    expect(await requestsToStripe()).toBe(before);
    limits.value = UNLIMITED;
    expect(await look(edge, sessionId)).toEqual(answer);
    expect(await requestsToStripe()).toBeGreaterThan(before);
  });

  test("session not created by Tidepost: not found", async ({ edge }) => {
    const price = await createSubscriptionFor(provider, { name: "Something else", pence: 5_00 });
    const session = await provider.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: SITE,
      cancel_url: SITE,
    });
    await pay(session.id, "ada@shop.example");
    expect(await look(edge, session.id)).toMatchObject({ status: 404 });
  });
});

describe("GET /rest/v1/user_subscription and user_orders", () => {
  const client = (edge: Edge, token: string) =>
    createClient(API, edge.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        headers: { authorization: `Bearer ${token}` },
        fetch: (input, init) => edge.request(new Request(input).url, init),
      },
    });

  test("supabase-js: reads subscription and orders", async ({ edge }) => {
    const { token, email } = await edge.signUp();
    const library = client(edge, token);
    const none = await library.from("user_subscription").select("*").single();
    expect(none).toMatchObject({ status: 406, data: null, error: { code: "PGRST116" } });
    expect((await library.from("user_subscription").select("*").maybeSingle()).data).toBeNull();

    const sessionId = sessionIn(await edge.checkout({}, { token }));
    await pay(sessionId, email);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, { token });
    const own = {
      subscription_id: expect.stringMatching(/^sub_/),
      price_id: PLAN.plus.priceId,
      subscription_status: "active",
      current_period_end: expect.any(Number),
      plan_name: expect.any(String),
      payment_method_brand: "visa",
      payment_method_last4: "4242",
      cancel_at_period_end: false,
    };
    const maybe = await library.from("user_subscription").select("*").maybeSingle();
    expect(maybe).toMatchObject({ error: null, data: own });
    expect(Object.keys(maybe.data ?? {})).toHaveLength(8);
    expect((await library.from("user_subscription").select().single()).data).toEqual(own);
    const orders = await library
      .from("user_orders")
      .select("order_id, amount_total")
      .order("order_date", { ascending: false });
    expect(orders).toMatchObject({
      error: null,
      data: [{ order_id: expect.stringMatching(/^in_/), amount_total: 184_99 }],
    });
  });

  test("unsupported query: rejected", async ({ edge }) => {
    const { token } = await edge.signUp();
    for (const query of [
      "user_id=eq.0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
      "select=user_id",
      "order=amount_total.asc",
      "or=(a.eq.1)",
      "limit=1",
    ]) {
      const answer = await edge.ask("GET", `/rest/v1/user_orders?${query}`, { token });
      expect(refusal(answer), query).toEqual([400, "invalid_input"]);
    }
  });
});

describe("POST /functions/v1/billing-portal", () => {
  const open = (
    edge: Edge,
    token?: string,
    returnUrl = `${SITE}/dashboard`,
    flow = "payment_method_update",
  ) =>
    edge.ask("POST", "/functions/v1/billing-portal", {
      body: { flow, returnUrl },
      ...(token === undefined ? {} : { token }),
    });

  test("customer: redirected to the portal page for the card, with our configuration", async ({
    edge,
  }) => {
    const { token, email } = await edge.signUp();
    expect(refusal(await open(edge, token))).toEqual([404, "not_found"]);
    const sessionId = sessionIn(await edge.checkout({}, { token }));
    await pay(sessionId, email);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, { token });
    expect(await open(edge, token)).toMatchObject({ body: { code: "payments_not_configured" } });
    const { billingPortal } = provider.stripe;
    const { id } = await billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true } },
      metadata: CATALOGUE_METADATA,
    });
    const answer = await open(edge, token);
    expect(answer).toMatchObject({ status: 200, body: { url: expect.stringContaining("http") } });
    const sessions = [...provider.world.store.all("billing_portal.session")];
    expect(sessions).toMatchObject([{ configuration: id }]);
    await billingPortal.configurations.update(id, { active: false });
    await billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true } },
      metadata: CATALOGUE_METADATA,
    });
    expect(await open(edge, token)).toMatchObject({ status: 200 });
    expect(refusal(await open(edge, token, "https://evil.example/"))).toEqual([
      400,
      "url_not_allowed",
    ]);
    expect(refusal(await open(edge))).toEqual([401, "unauthenticated"]);
  });

  test("customer deleted in Stripe: 404", async ({ edge, database }) => {
    const { token, email } = await edge.signUp();
    const sessionId = sessionIn(await edge.checkout({}, { token }));
    await pay(sessionId, email);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`, { token });
    await provider.stripe.customers.del(
      String((await database.query<{ id: string }>("select id from customers")).rows[0]?.id),
    );
    await database.query("update customers set is_deleted = true");
    expect(refusal(await open(edge, token))).toEqual([404, "not_found"]);
  });
});

describe("/functions/v1/unclaimed-purchases", () => {
  const offered = async (edge: Edge, token: string) =>
    (await edge.ask("GET", "/functions/v1/unclaimed-purchases", { token })).body["purchases"];

  test("checkout session: claimed by the first account that asks, with every right", async ({
    edge,
    database,
  }) => {
    const sessionId = sessionIn(await edge.checkout());
    await pay(sessionId, "guest@shop.example");
    const [first, second] = [await edge.signUp(), await edge.signUp()];
    const body = { checkoutSessionId: sessionId };
    const ended = await edge.sign({ sub: first.userId, session_id: randomUUID() });
    expect(await claim(edge, ended, body)).toMatchObject({ status: 401 });
    expect(await claim(edge, first.token, body)).toMatchObject({ status: 200 });
    expect(await claim(edge, first.token, body)).toMatchObject({ status: 200 });
    expect(await claim(edge, second.token, body)).toMatchObject({ status: 404 });
    expect(await eventsIn(database)).toEqual(["PurchaseClaimed"]);
    await edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`);
    const details = await edge.ask("GET", "/functions/v1/subscription", { token: first.token });
    expect(details.body).toMatchObject({ subscription: { needs_card: false } });
  });

  test("checkout session that is not paid or unknown: not found", async ({ edge }) => {
    const { token } = await edge.signUp();
    for (const checkoutSessionId of [sessionIn(await edge.checkout()), "cs_test_none", "sub_1"]) {
      expect(await claim(edge, token, { checkoutSessionId })).toMatchObject({ status: 404 });
    }
  });

  test("proven email: offered with the card, and until another is given only cancelled", async ({
    edge,
    db,
  }) => {
    const buyer = "ada@shop.example";
    const sessionId = sessionIn(await edge.checkout());
    await pay(sessionId, buyer);
    const look = () => edge.ask("GET", `/functions/v1/checkout-session?session_id=${sessionId}`);
    await look();
    const { token } = await edge.signUp(buyer);
    const stranger = await edge.signUp();
    expect(await offered(edge, stranger.token)).toEqual([]);
    const [purchase] = (await offered(edge, token)) as Record<string, string>[];
    expect(purchase).toEqual({
      subscription_id: expect.stringMatching(/^sub_/),
      price_id: PLAN.plus.priceId,
      payment_method_brand: "visa",
      payment_method_last4: "4242",
      bought_at: expect.any(Number),
    });
    const subscriptionId = String(purchase?.["subscription_id"]);
    expect(await claim(edge, stranger.token, { subscriptionId })).toMatchObject({ status: 404 });
    expect(await claim(edge, token, { subscriptionId })).toMatchObject({ status: 200 });
    expect(await offered(edge, token)).toEqual([]);

    const post = (path: string, body: object) =>
      edge.ask("POST", `/functions/v1/${path}`, {
        token,
        body,
        headers: { "idempotency-key": randomUUID() },
      });
    const returnUrl = `${SITE}/dashboard`;
    const details = {
      name: "",
      line1: "",
      line2: "",
      city: "",
      postalCode: "",
      country: "GB",
      vatNumber: "",
      invoiceEmail: "",
    };
    const refused = [
      ["billing-portal", { returnUrl }],
      ["billing-details", details],
      ["plan-change/preview", { plan: PLAN.plus.priceId }],
      ["apply-retention-discount", { subscriptionId }],
      ["keep-subscription", { subscriptionId }],
      ["refund-request", { subscriptionId }],
    ] as const;
    for (const [path, body] of refused) {
      expect({ path, ...(await post(path, body)) }).toMatchObject({
        path,
        status: 409,
        body: { code: "card_needed" },
      });
    }
    const card = { returnUrl, flow: "payment_method_update" };
    expect(await post("billing-portal", card)).toMatchObject({ status: 200 });
    expect(await post("cancel-subscription", { subscriptionId })).toMatchObject({ status: 200 });

    const [customer] = await db.select().from(customers).where(eq(customers.email, buyer));
    await setCard(provider.stripe, String(customer?.id), "pm_card_mastercard");
    await look();
    expect(await post("billing-portal", { returnUrl })).toMatchObject({ status: 200 });
  });
});
