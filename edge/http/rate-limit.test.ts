import { expect, test } from "vitest";
import { limiterKey, VISITORS_PER_NETWORK } from "./rate-limit.ts";

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
