import { randomUUID } from "node:crypto";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { ADDON, PLAN } from "./catalogue.ts";
import { freshIp } from "./fresh-ip.ts";

type Response = { status: number; body: Record<string, unknown> };

/** A user or guest at checkout; a guest's browser has a key of its own. */
type TestCustomer = {
  call: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => Promise<Response>;
  /** Returns the address of the payment page. */
  checkout: (change?: Record<string, unknown>) => Promise<string>;
  outcome: (sessionId: string) => Promise<CheckoutSessionResponse>;
};

export function basket(site: string) {
  return {
    lineItems: [
      { priceId: PLAN.plus.priceId, quantity: 1 },
      { priceId: ADDON.channel.priceId, quantity: 1 },
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

export function sessionIn(url: string): string {
  const id = /cs_test_[A-Za-z0-9]+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`${url} is no payment page`);
  return id;
}
