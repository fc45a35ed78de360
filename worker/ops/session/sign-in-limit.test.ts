import { expect, test } from "vitest";
import {
  createSignInLimit,
  FAILURES_IN_TOTAL,
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ADDRESS,
} from "./sign-in-limit.ts";

const WINDOW_MS = 15 * 60_000;
const ADA = "ada@tidepost.example";
const GRACE = "grace@navy.example";

function openLimit() {
  let nowMs = Date.parse("2026-11-20T23:13:00Z");
  const limit = createSignInLimit(() => new Date(nowMs));
  return {
    wait: (ms: number): void => {
      nowMs += ms;
    },
    fail: (account: string, address: string): void => {
      expect(limit.begin(account, address), `${account} at ${address}`).not.toHaveProperty(
        "waitMs",
      );
    },
    /** @returns how long the right password has to wait */
    succeed: (account: string, address: string): number => {
      const attempt = limit.begin(account, address);
      if ("waitMs" in attempt) return attempt.waitMs;
      attempt.succeed();
      return 0;
    },
  };
}

test("too many failures in total: limits unknown addresses, not known ones", () => {
  const { fail, succeed, wait } = openLimit();
  expect(succeed(ADA, "192.0.2.1")).toBe(0);
  for (let i = 0; i < FAILURES_IN_TOTAL; i++) {
    fail(`guess-${String(i)}@shop.example`, `198.51.100.${String(i)}`);
  }
  expect(succeed(ADA, "192.0.2.2")).toBe(WINDOW_MS);
  expect(succeed(ADA, "192.0.2.1")).toBe(0);
  wait(WINDOW_MS - 1);
  expect(succeed(ADA, "192.0.2.2")).toBe(1);
  wait(1);
  expect(succeed(ADA, "192.0.2.2")).toBe(0);
});

test("too many failures for one account: limits that account only", () => {
  const { fail, succeed } = openLimit();
  for (let i = 0; i < FAILURES_PER_ACCOUNT; i++) fail(ADA, `198.51.100.${String(i)}`);
  expect(succeed(ADA, "192.0.2.1")).toBe(WINDOW_MS);
  expect(succeed(GRACE, "192.0.2.1")).toBe(0);
});

test("too many failures at a known address: limits it too, and counts anew when the window ends", () => {
  const { fail, succeed, wait } = openLimit();
  expect(succeed(ADA, "192.0.2.1")).toBe(0);
  for (let window = 0; window < 2; window++) {
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) fail(ADA, "192.0.2.1");
    expect(succeed(ADA, "192.0.2.1")).toBe(WINDOW_MS);
    wait(WINDOW_MS);
  }
});

test("IPv6 addresses of one /64: count as one", () => {
  const { fail, succeed } = openLimit();
  for (let i = 0; i < FAILURES_PER_ADDRESS; i++) fail(ADA, `2001:db8:1:2::${String(i)}`);
  expect(succeed(ADA, "2001:db8:1:2:ffff::1")).toBe(WINDOW_MS);
  expect(succeed(ADA, "2001:db8:1:3::1")).toBe(0);
});
