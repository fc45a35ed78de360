import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Stripe } from "stripe";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { freshAccount, freshAuthClient } from "./account.ts";
import { eventually } from "./eventually.ts";
import { freshIp, queryStack } from "./stack-client.ts";
import { thisStack } from "./this-stack.ts";

export type BillingStack = {
  site: string;
  api: string;
  anonKey: string;
  stripe: string | null;
  stripeKey: string;
};

type Answer = { status: number; body: Record<string, unknown> };

/** A user or guest at checkout; a guest's browser has a key of its own. */
export type TestCustomer = {
  call: (method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;
  checkout: (change?: Record<string, unknown>) => Promise<string>;
  /** The state of a checkout session as the success page shows it. */
  outcome: (sessionId: string) => Promise<CheckoutSessionResponse>;
};

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

export function sessionIn(url: string): string {
  const id = /cs_test_[A-Za-z0-9]+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`${url} is no payment page`);
  return id;
}

export async function signedInTestCustomer() {
  const stack = thisStack();
  const account = await freshAccount();
  const { data, error } = await freshAuthClient().signInWithPassword(account);
  if (error !== null) throw error;
  const { access_token: token } = data.session;
  return { ...account, userId: data.user.id, token, ...testCustomer(stack, token) };
}

export function supabaseAs(token: string): SupabaseClient {
  const { api, anonKey } = thisStack();
  return createClient(api, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": freshIp() } },
  });
}

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
    async idle(): Promise<void> {
      await (await control("POST", "/idle")).body?.cancel();
    },
  };
}

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

export async function customerOf(sessionId: string): Promise<string> {
  const [row] = await queryStack(
    "select customer_id from checkout_sessions where stripe_session_id = $1",
    [sessionId],
  );
  return String(row?.["customer_id"]);
}
