import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect } from "vitest";
import { OPERATIONS } from "#contracts/api/operations.ts";
import type { Db } from "#db/client.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import {
  customerWithCard,
  type Running,
  startForTest,
  TEST_KEY,
  sellCatalogue,
} from "../../tests/stack/stripe/start-for-test.ts";
import { API, type AuthService, SITE, test as base } from "../../tests/support/auth-service.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import {
  insertAccountRow,
  insertCheckoutSession,
  insertCustomer,
} from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";

const MAX_CALLS = 40;

type Refusal = { status: number; type: string; code?: string; param?: string };

const REFUSALS = {
  "an archived price": { status: 400, type: "invalid_request_error", param: "items[0][price]" },
  "an object that is gone": {
    status: 404,
    type: "invalid_request_error",
    code: "resource_missing",
    param: "price",
  },
  "a declined card": { status: 402, type: "card_error", code: "card_declined" },
  "a key without the permission": { status: 403, type: "invalid_request_error" },
} as const satisfies Record<string, Refusal>;

let provider: Running;
let proxy: { url: string; stop: () => void };
/** Refuses each request after so many. */
let refuses: { after: number; with: Refusal } | null = null;
let calls = 0;

beforeAll(async () => {
  provider = await startForTest();
  await sellCatalogue(provider);
  const { stripe } = provider;
  await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
    metadata: CATALOGUE_METADATA,
  });
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: "once" });
  await stripe.promotionCodes.create({ code: "spring", promotion: { type: "coupon", coupon } });
  await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
    metadata: CATALOGUE_METADATA,
  });
  proxy = await startProxy();
});
afterAll(async () => {
  proxy.stop();
  await provider.stop();
});

async function startProxy() {
  const forward = async (request: Request): Promise<Response> => {
    calls += 1;
    if (refuses !== null && calls > refuses.after) {
      const { status, ...error } = refuses.with;
      const message = "The price specified is inactive. It is of ada@shop.example.";
      return Response.json({ error: { ...error, message } }, { status });
    }
    const { pathname, search } = new URL(request.url);
    const hasBody = request.method !== "GET" && request.method !== "DELETE";
    return fetch(`${provider.url}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      ...(hasBody && { body: await request.text() }),
    });
  };
  return new Promise<{ url: string; stop: () => void }>((resolve) => {
    const server = serve(
      { fetch: forward, port: 0, hostname: "127.0.0.1" },
      ({ port }: AddressInfo) =>
        resolve({ url: `http://127.0.0.1:${port}`, stop: () => void server.close() }),
    );
  });
}

type Buyer = {
  token: string;
  subscriptionId: string;
  invoiceId: string;
  sessionId: string;
  nowS: number;
};
type Call = { query?: string; body?: object; isNewcomer?: true };

const CHECKOUT = {
  mode: "subscription",
  successUrl: `${SITE}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${SITE}/checkout`,
};

/** A request that reaches Stripe, of each operation that may answer `payments_refused`. */
const REQUESTS: Readonly<Record<string, (buyer: Buyer) => Call>> = {
  "POST /functions/v1/stripe-checkout": () => ({
    body: { ...CHECKOUT, priceId: PLAN.starter.priceId, code: "spring" },
    isNewcomer: true,
  }),
  "POST /functions/v1/promotion-code": () => ({ body: { code: "spring" }, isNewcomer: true }),
  "GET /functions/v1/checkout-session": ({ sessionId }) => ({ query: `?session_id=${sessionId}` }),
  "POST /functions/v1/unclaimed-purchases": ({ sessionId }) => ({
    body: { checkoutSessionId: sessionId },
  }),
  "POST /functions/v1/billing-portal": () => ({
    body: { flow: "payment_method_update", returnUrl: `${SITE}/dashboard` },
  }),
  "GET /functions/v1/open-invoice": () => ({}),
  "POST /functions/v1/open-invoice": () => ({}),
  "POST /functions/v1/order-document": ({ invoiceId }) => ({
    body: { orderId: invoiceId, document: "receipt" },
  }),
  "GET /functions/v1/billing-details": () => ({}),
  "POST /functions/v1/billing-details": () => ({
    body: {
      name: "Marlow & Finch Ltd",
      line1: "1 Harbour Street",
      line2: "",
      city: "Whitstable",
      postalCode: "CT5 1AA",
      country: "GB",
      vatNumber: "GB123456782",
      invoiceEmail: "books@shop.example",
    },
  }),
  "POST /functions/v1/plan-change/preview": () => ({ body: { plan: PLAN.starter.priceId } }),
  "POST /functions/v1/plan-change": ({ nowS }) => ({
    body: { remove: [ADDON.channel.priceId], prorationDate: nowS, dueTodayPence: 0 },
  }),
  "POST /functions/v1/plan-change/withdraw": ({ subscriptionId }) => ({ body: { subscriptionId } }),
};

const test = base.extend<{ edge: AuthService; newBuyer: () => Promise<Buyer> }>({
  edge: async ({ serviceWith }, use) => {
    await use(serviceWith({ STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: proxy.url }));
  },
  newBuyer: async ({ edge, db }, use) => use(() => createBuyer(edge, db)),
});

async function createBuyer(edge: AuthService, db: Db): Promise<Buyer> {
  const { stripe } = provider;
  const { id: customerId } = await customerWithCard(provider);
  const lookupKeys = [PLAN.plus.priceId, ADDON.channel.priceId];
  const { data } = await stripe.prices.list({ lookup_keys: lookupKeys });
  const items = data.map(({ id }) => ({ price: id }));
  const subscription = await stripe.subscriptions.create({ customer: customerId, items });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    success_url: SITE,
    customer: customerId,
    line_items: items.map((item) => ({ ...item, quantity: 1 })),
  });
  const email = `${randomUUID()}@shop.example`;
  const userId = await insertAccountRow(db, { email, isProven: true });
  await insertCustomer(db, { id: customerId, userId });
  const checkout = { customerId, stripeSessionId: session.id, state: "open" } as const;
  await insertCheckoutSession(db, { id: newId("checkout"), ...checkout });
  await syncCustomer(
    {
      db,
      stripe,
      makeId: newId,
      now: () => new Date(),
      correlationId: "req_1",
    },
    { customerId, stripeEventId: null },
  );
  return {
    token: await edge.sign({ sub: userId, email }),
    subscriptionId: subscription.id,
    invoiceId: idOf(subscription.latest_invoice) ?? "",
    sessionId: session.id,
    nowS: Math.floor(edge.clock.now.getTime() / 1_000),
  };
}

test("every operation that calls Stripe is tried", () => {
  const operations = Object.entries(OPERATIONS).filter(
    ([, operation]) =>
      "errors" in operation && operation.errors.some((code) => code === "payments_refused"),
  );
  expect(Object.keys(REQUESTS)).toEqual(operations.map(([name]) => name));
});

const tried = Object.keys(REQUESTS).flatMap((operation) =>
  Object.entries(REFUSALS).map(([name, refusal]) => [operation, name, refusal] as const),
);

test.for(tried)(
  "%s, refused for %s at each of its calls",
  async ([name, , refusal], { edge, newBuyer }) => {
    const buyer = await newBuyer();
    const [method = "", path = ""] = name.split(" ");
    const answers: string[] = [];
    for (let after = 0; after < MAX_CALLS; after += 1) {
      const { query = "", body, isNewcomer } = REQUESTS[name]?.(buyer) ?? {};
      refuses = { after, with: refusal };
      calls = 0;
      const response = await edge.request(`${API}${path}${query}`, {
        method,
        headers: {
          apikey: await edge.sign({ role: "anon" }),
          ...(isNewcomer === true
            ? { "idempotency-key": randomUUID() }
            : { authorization: `Bearer ${buyer.token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      refuses = null;
      const text = await response.text();
      const { code } = JSON.parse(text) as { code?: string };
      answers.push(`${response.status} ${code ?? "done"}`);
      expect(text).not.toContain("ada@shop.example");
      if (calls <= after) break;
    }
    expect(answers.length, "refused at least once, and once not").toBeGreaterThan(1);
    expect(answers.filter((answer) => /^5(?!03)|internal/.test(answer))).toEqual([]);
    expect(JSON.stringify(edge.log)).not.toContain("ada@shop.example");
  },
);
