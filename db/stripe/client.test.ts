import { expect, test } from "vitest";
import { createStripe } from "./client.ts";

const connect = (base: string) =>
  createStripe({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_BASE: base });

test.each([
  ["http://127.0.0.1:12111", ["127.0.0.1", "12111", "http"]],
  ["https://stripe.test", ["stripe.test", 443, "https"]],
  ["http://stripe.test", ["stripe.test", 80, "http"]],
])("STRIPE_API_BASE %s: the client asks that host and port", (base, address) => {
  const stripe = connect(base);
  expect(["host", "port", "protocol"].map((field) => stripe.getApiField(field))).toEqual(address);
});

test.each(["127.0.0.1:12111", "https://stripe.test/v1", "ftp://stripe.test", ""])(
  "STRIPE_API_BASE %s: rejected",
  (base) => {
    expect(() => connect(base)).toThrow(Error);
  },
);

test("settings without Stripe's key: no client", () => {
  expect(createStripe({})).toBeNull();
});
