import { randomUUID } from "node:crypto";
import type { Session } from "@supabase/auth-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { signUp } from "./account.ts";
import { restoreSession } from "./browser.ts";
import { eventually } from "./eventually.ts";
import { waitUntilIdle } from "./reconcile.ts";
import { freshIp, queryStack } from "./stack-client.ts";
import { stripeEmulator } from "./stripe-emulator.ts";
import { thisStack } from "./this-stack.ts";

type Response = { status: number; body: Record<string, unknown> };
type Price = { priceId: string };
type Payment = { card?: string };

/** A user or guest at checkout; a guest's browser has a key of its own. */
export type TestCustomer = {
  call: (method: "GET" | "POST", path: string, body?: unknown) => Promise<Response>;
  /** Returns the address of the payment page. */
  checkout: (change?: Record<string, unknown>) => Promise<string>;
  /** The state of a checkout session as the success page shows it. */
  outcome: (sessionId: string) => Promise<CheckoutSessionResponse>;
};

export type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

export function basket(site: string) {
  return {
    lineItems: [
      { priceId: PLANS[1].priceId, quantity: 1 },
      { priceId: ADDONS[0].priceId, quantity: 1 },
    ],
    mode: "subscription",
    successUrl: `${site}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${site}/checkout`,
  };
}

/** @param token access token of a user; without one the customer is a guest */
export function testCustomer(
  stack: { site: string; api: string; anonKey: string },
  token?: string,
): TestCustomer {
  const headers = {
    apikey: stack.anonKey,
    authorization: `Bearer ${token ?? stack.anonKey}`,
    "cf-connecting-ip": freshIp(),
    ...(token === undefined ? { "idempotency-key": randomUUID() } : {}),
  };
  const call: TestCustomer["call"] = async (method, path, body) => {
    const response = await fetch(`${stack.api}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Response["body"] };
  };
  return {
    call,
    async checkout(change = {}) {
      const { body } = await call("POST", "/functions/v1/stripe-checkout", {
        ...basket(stack.site),
        ...change,
      });
      return String(body["url"]);
    },
    async outcome(sessionId) {
      const path = `/functions/v1/checkout-session?session_id=${sessionId}`;
      return CheckoutSessionResponse.parse((await call("GET", path)).body);
    },
  };
}

export async function signedInTestCustomer() {
  const account = await signUp();
  const { access_token: token, user } = account.session;
  return { ...account, userId: user.id, token, ...testCustomer(thisStack(), token) };
}

/** Signs up, pays for a plan (with add-ons), and waits until all effects are completed. */
export async function createSubscriber(prices: Price | readonly Price[], payment: Payment = {}) {
  const ada = await signedInTestCustomer();
  const lineItems = [prices].flat().map(({ priceId }) => ({ priceId, quantity: 1 }));
  const sessionId = sessionIn(await ada.checkout({ lineItems }));
  await stripeEmulator(thisStack()).pay(sessionId, payment);
  const { subscription } = await ada.outcome(sessionId);
  const customerId = await customerOf(sessionId);
  await waitUntilSynced(customerId);
  return { ...ada, customerId, subscriptionId: String(subscription?.subscription_id) };
}

/** A subscriber who is signed in on a page of their own. */
export async function signInSubscriber(
  openPage: () => Promise<Page>,
  prices: Price | readonly Price[],
  payment: Payment = {},
) {
  const ada = await createSubscriber(prices, payment);
  const page = await openPage();
  await signInOnPage(page, ada);
  return { ada, page };
}

/** Opens the dashboard with a session; `browser/account.test.ts` signs in with the form. */
export async function signInOnPage(page: Page, { session }: { session: Session }): Promise<void> {
  await restoreSession(page, session);
  await page.goto(`${thisStack().site}/dashboard`);
  await page.getByRole("heading", { name: "Manage Your Subscription" }).waitFor();
}

/** The public client library, signed in as a user. */
export function supabaseAs(token: string): SupabaseClient {
  const { api, anonKey } = thisStack();
  return createClient(api, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": freshIp() } },
  });
}

export function sessionIn(url: string): string {
  const id = /cs_test_[A-Za-z0-9]+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`${url} is no payment page`);
  return id;
}

export async function customerOf(sessionId: string): Promise<string> {
  const [row] = await queryStack(
    "select customer_id from checkout_sessions where stripe_session_id = $1",
    [sessionId],
  );
  return String(row?.["customer_id"]);
}

export async function waitUntilSynced(customerId: string): Promise<void> {
  await eventually(`every event of ${customerId} is completed`, async () => {
    const [open] = await queryStack(
      `select count(*) filter (where completed_at is null) as open, count(*) as events
       from outbox_events where aggregate_id = $1`,
      [customerId],
    );
    return Number(open?.["open"]) === 0 && Number(open?.["events"]) > 0;
  });
}

/** Longer than any month, plus the hour that an invoice stays a draft. */
const MONTH_S = 31 * 86_400 + 2 * 3_600;

export async function createTestClock({ customerId }: { customerId: string }, daysAgo = 0) {
  const { testClocks } = stripeEmulator(thisStack()).stripe.testHelpers;
  const { id, frozen_time: startS } = await testClocks.create({
    // One second ahead: no request may fall into the second of the payment.
    frozen_time: Math.floor(Date.now() / 1_000) + 1 - daysAgo * 86_400,
    customer: customerId,
  });
  let passedS = 0;
  const passes = async (seconds: number) => {
    passedS += seconds;
    await testClocks.advance(id, { frozen_time: startS + passedS });
    await eventually("the time has passed", async () => {
      const { status } = await testClocks.retrieve(id);
      return status === "ready";
    });
  };
  return {
    passes,
    async monthPasses() {
      await passes(MONTH_S);
      await waitUntilIdle(customerId);
    },
  };
}
