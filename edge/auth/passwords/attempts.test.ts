import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#contracts/durations.ts";
import { ADDRESS_KNOWN_FOR_MS } from "#contracts/ip-group.ts";
import {
  NO_ATTEMPTS,
  type PasswordAttempts,
  recordSuccessFrom,
  checkPasswordAttempt,
  dropExpiredAttempts,
} from "./attempts.ts";

const T0 = Date.parse("2026-11-20T12:00:00Z");

function account() {
  let attempts: PasswordAttempts = NO_ATTEMPTS;
  let nowMs = T0;
  const self = {
    wait(ms: number): void {
      nowMs += ms;
    },
    /** @returns 0 when the password was checked, else the seconds to wait */
    try(visitor: string, password: "right" | "wrong"): number {
      const judged = checkPasswordAttempt(attempts, visitor, nowMs);
      ({ attempts } = judged);
      if (judged.allowed && password === "right") {
        attempts = recordSuccessFrom(attempts, visitor, nowMs);
      }
      return judged.retryAfterS;
    },
    guessesWithin(ms: number, visitorOf: (n: number) => string): number {
      const until = nowMs + ms;
      let guesses = 0;
      while (nowMs < until) {
        const waitS = self.try(visitorOf(guesses), "wrong");
        if (waitS === 0) guesses += 1;
        else nowMs += waitS * 1_000;
      }
      return guesses;
    },
    kept: () => dropExpiredAttempts(attempts, nowMs),
  };
  return self;
}

const HOME = "192.0.2.1";
const ELSEWHERE = "192.0.2.2";
const anew = (n: number) => `198.51.100.${n}`;

describe("wrong passwords", () => {
  test("delay: none at first, then doubling to at most a quarter of an hour", () => {
    const ada = account();
    const waits = Array.from({ length: 40 }, () => {
      const waitS = ada.try(HOME, "wrong");
      ada.wait(waitS * 1_000);
      if (waitS > 0) expect(ada.try(HOME, "wrong")).toBe(0);
      return waitS;
    });
    expect(waits.slice(0, 10)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(300);
    expect(waits.at(-1)).toBeLessThanOrEqual(900);
  });

  test("wrong attempts: expire with time", () => {
    const ada = account();
    for (let i = 0; i < 5; i++) ada.try(HOME, "wrong");
    ada.wait(75 * MINUTE_MS);
    expect(ada.kept()).toEqual(NO_ATTEMPTS);
    for (let i = 0; i < 5; i++) expect(ada.try(HOME, "wrong")).toBe(0);
  });

  test("correct password: clears the attempts", () => {
    const ada = account();
    for (let i = 0; i < 4; i++) ada.try(HOME, "wrong");
    expect(ada.try(HOME, "right")).toBe(0);
    for (let i = 0; i < 10; i++) expect(ada.try(HOME, "wrong")).toBe(0);
  });

  test("concurrent attempts: all counted before any is verified", () => {
    let attempts = NO_ATTEMPTS;
    const allowed = Array.from({ length: 50 }, () => {
      const judged = checkPasswordAttempt(attempts, HOME, T0);
      ({ attempts } = judged);
      return judged.allowed;
    });
    expect(allowed.filter(Boolean)).toHaveLength(5);
  });
});

describe("guesses from unknown networks", () => {
  test("one address: a few hundred guesses a day; many addresses: hardly more", () => {
    expect(account().guessesWithin(24 * 60 * MINUTE_MS, () => HOME)).toBeLessThan(150);
    expect(account().guessesWithin(24 * 60 * MINUTE_MS, anew)).toBeLessThan(400);
  });

  test("many addresses: do not lock out a network that signed in before", () => {
    const ada = account();
    ada.try(HOME, "right");
    ada.guessesWithin(60 * MINUTE_MS, anew);
    expect(ada.try(anew(0), "wrong")).toBe(0);
    expect(ada.try("203.0.113.9", "right")).toBeGreaterThan(0);
    expect(ada.try(HOME, "right")).toBe(0);
    expect(ada.try(HOME, "wrong")).toBe(0);
    expect(ada.try(HOME, "right")).toBe(0);
  });

  test("one address: does not lock out any other network", () => {
    const ada = account();
    ada.guessesWithin(60 * MINUTE_MS, () => ELSEWHERE);
    expect(ada.try(HOME, "right")).toBe(0);
  });

  test("attempts from elsewhere: do not push out the user's known network", () => {
    const ada = account();
    ada.try(HOME, "right");
    ada.guessesWithin(48 * 60 * MINUTE_MS, anew);
    expect(ada.kept().visitors.length).toBeLessThanOrEqual(100);
    expect(ada.try(HOME, "right")).toBe(0);
  });

  test("attempts from the user's own network: delay the user by a minute at most", () => {
    const ada = account();
    ada.try(HOME, "right");
    ada.guessesWithin(60 * MINUTE_MS, () => HOME);
    expect(ada.try(HOME, "right")).toBeLessThanOrEqual(60);
    ada.wait(MINUTE_MS);
    expect(ada.try(HOME, "right")).toBe(0);
  });
});

test("known network: stays known for a month after the last sign-in", () => {
  const ada = account();
  ada.try(HOME, "right");
  ada.wait(ADDRESS_KNOWN_FOR_MS - 1);
  expect(ada.kept().visitors).toHaveLength(1);
  ada.wait(1);
  expect(ada.kept()).toEqual(NO_ATTEMPTS);
});
