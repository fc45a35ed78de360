import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Stripe } from "stripe";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { freshAccount, freshAuthClient } from "./account.ts";
import { eventually } from "./eventually.ts";
import { freshIp, queryStack } from "./stack-client.ts";
import { thisStack } from "./this-stack.ts";

/** Where a stack is, as far as paying needs it. */
export type BillingStack = {
  site: string;
  api: string;
  anonKey: string;
  stripe: string | null;
  stripeKey: string;
};

type Answer = { status: number; body: Record<string, unknown> };

/** Somebody in front of the checkout: signed in, or a guest whose browser has a name of its own. */
export type TestCustomer = {
  call: (method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;
  checkout: (change?: Record<string, unknown>) => Promise<string>;
  /** The state of a checkout session as the success page shows it. */
  outcome: (sessionId: string) => Promise<CheckoutSessionResponse>;
};

/** A basket with a plan and an add-on, as the checkout page sends it. */
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

/**
 * @param token of somebody who is signed in; left out, a guest
 */
export function testCustomer(stack: BillingStack, token?: string): TestCustomer {
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
    return { status: response.status, body: (await response.json()) as Answer["body"] };
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

/** The id of the session whose page an address is. */
export function sessionIn(url: string): string {
  const id = /cs_test_[A-Za-z0-9]+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`${url} is no payment page`);
  return id;
}

/** Somebody with an account, signed in. */
export async function signedInTestCustomer() {
  const stack = thisStack();
  const account = await freshAccount();
  const { data, error } = await freshAuthClient().signInWithPassword(account);
  if (error !== null) throw error;
  const { access_token: token } = data.session;
  return { ...account, userId: data.user.id, token, ...testCustomer(stack, token) };
}

/** The public client library with somebody's token, for reading their own rows. */
export function supabaseAs(token: string): SupabaseClient {
  const { api, anonKey } = thisStack();
  return createClient(api, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": freshIp() } },
  });
}

/** The payment stand-in: the official library on it, and what only a stand-in can do. */
export function stripeEmulator(stack: BillingStack) {
  if (stack.stripe === null) throw new Error("the stack has no payment stand-in");
  const { origin, hostname, port } = new URL(stack.stripe);
  const control = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${origin}/control${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  return {
    stripe: new Stripe(stack.stripeKey, {
      host: hostname,
      port: Number(port),
      protocol: "http",
      telemetry: false,
    }),
    /** Pays on a payment page as a person would; the answer is 402 for a card that is declined. */
    async pay(sessionId: string, how: { card?: string; email?: string } = {}): Promise<number> {
      const answer = await control("POST", `/checkout/${sessionId}/pay`, how);
      await answer.body?.cancel();
      return answer.status;
    },
    async misbehave(change: { webhooks?: object; api?: object }): Promise<void> {
      const answer = await control("POST", "/switches", change);
      if (!answer.ok) throw new Error(`the stand-in refused: ${await answer.text()}`);
    },
    async behave(): Promise<void> {
      await (await control("DELETE", "/switches")).body?.cancel();
    },
    /** Waits until everything that it has to tell was told. */
    async idle(): Promise<void> {
      await (await control("POST", "/idle")).body?.cancel();
    },
  };
}

/** Waits until everything that is to be done about a customer is done. */
export async function waitUntilSynced(customerId: string): Promise<void> {
  await eventually(`everything about ${customerId} is done`, async () => {
    const [open] = await queryStack(
      `select count(*) filter (where completed_at is null) as open, count(*) as events
       from outbox_events where aggregate_id = $1`,
      [customerId],
    );
    return Number(open?.["open"]) === 0 && Number(open?.["events"]) > 0;
  });
}

/** The customer that a payment page is for. */
export async function customerOf(sessionId: string): Promise<string> {
  const [row] = await queryStack(
    "select customer_id from checkout_sessions where stripe_session_id = $1",
    [sessionId],
  );
  return String(row?.["customer_id"]);
}
