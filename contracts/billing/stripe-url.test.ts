import { expect, test } from "vitest";
import { stripeHostOptions } from "./stripe-url.ts";

test.each([
  ["http://127.0.0.1:12111", { host: "127.0.0.1", port: 12_111, protocol: "http" }],
  ["https://stripe.test", { host: "stripe.test", port: 443, protocol: "https" }],
  ["http://stripe.test", { host: "stripe.test", port: 80, protocol: "http" }],
] as const)("%s", (base, address) => {
  expect(stripeHostOptions(base)).toEqual(address);
});

test.each(["127.0.0.1:12111", "https://stripe.test/v1", "ftp://stripe.test", ""])(
  "rejects %s",
  (base) => {
    expect(() => stripeHostOptions(base)).toThrow(Error);
  },
);
