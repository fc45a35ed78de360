import { expect, test } from "vitest";
import type { TrustedProxy } from "../../config.ts";
import { visitorAddress } from "./sign-in-limit.ts";

const CONNECTION = "10.0.0.1";

test.each<[string, TrustedProxy | undefined, Record<string, string>, string]>([
  ["no proxy", undefined, {}, CONNECTION],
  [
    "no proxy, and headers that anybody may send",
    undefined,
    { "cf-connecting-ip": "192.0.2.1", "x-forwarded-for": "192.0.2.1" },
    CONNECTION,
  ],
  ["Cloudflare", "cloudflare", { "cf-connecting-ip": "2001:db8::1" }, "2001:db8::1"],
  ["Cloudflare, and another header", "cloudflare", { "x-forwarded-for": "192.0.2.1" }, CONNECTION],
  [
    "a proxy that appends to what the visitor claims",
    "forwarded",
    { "x-forwarded-for": "192.0.2.66, 192.0.2.1" },
    "192.0.2.1",
  ],
  ["a proxy, and another header", "forwarded", { "cf-connecting-ip": "192.0.2.1" }, CONNECTION],
  ["a proxy that names no address", "forwarded", { "x-forwarded-for": "unknown" }, CONNECTION],
])("visitor's address behind %s", (_, proxy, headers, expected) => {
  expect(visitorAddress((name) => headers[name], CONNECTION, proxy)).toBe(expected);
});
