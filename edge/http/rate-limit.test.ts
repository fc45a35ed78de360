import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "./env.ts";
import { VISITORS_PER_NETWORK, hasDefaultLimit, limitAll, limiterKey } from "./rate-limit.ts";

test("subnets of one IPv6 /48: share four keys, another /48 has its own", () => {
  const keysOf = (network: string) =>
    new Set(Array.from({ length: 40 }, (_, i) => limiterKey(`${network}:${i.toString(16)}::1`)));
  const own = keysOf("2001:db8:9");
  expect(own.size).toBe(VISITORS_PER_NETWORK);
  for (const key of keysOf("2001:db8:a")) expect(own).not.toContain(key);
});

test("addresses of one subnet, and of nobody: one key each", () => {
  expect(limiterKey("2001:db8:9:7::1")).toBe(limiterKey("2001:db8:9:7:ffff::2"));
  expect(limiterKey("203.0.113.7")).toBe("203.0.113.7");
  expect(limiterKey(undefined)).toBe("unknown");
});

test.each([
  ["a user from many addresses", "Bearer a.b.c", ["203.0.113.7", "ada", "203.0.113.8", "ada"]],
  ["a visitor with a token that is none", "Bearer none", ["203.0.113.7", "203.0.113.8"]],
])("all requests of %s: counted by address, and by user", async (_, authorization, expected) => {
  const keys: string[] = [];
  const limit = limitAll({
    defaultLimiter: {
      limit({ key }) {
        keys.push(key);
        return Promise.resolve({ success: true });
      },
    },
    verifyToken: (token) =>
      token === "a.b.c"
        ? Promise.resolve({ role: "authenticated", sub: "ada", iat: 0, exp: 0 })
        : Promise.reject(new Error("no token")),
  });
  const app = new Hono<AppEnv>().use(limit).get("/", (c) => c.text("ok"));
  for (const address of ["203.0.113.7", "203.0.113.8"]) {
    await app.request("/", { headers: { authorization, "cf-connecting-ip": address } });
  }
  expect(keys).toEqual(expected);
});

test.each([
  ["/auth/v1/otp", true],
  ["/auth/v1/token", false],
  ["/rest/v1/form_submissions", true],
  ["/functions/v1/material", true],
  ["/docs", true],
  ["/openapi.json", true],
  ["/docs/more", false],
  ["/media/med_1/original", false],
  ["/webhooks/stripe", false],
  ["/readyz", false],
])("the limit for everything stands before %s: %s", (path, isLimited) => {
  expect(hasDefaultLimit(path)).toBe(isLimited);
});
