import { AsyncLocalStorage } from "node:async_hooks";

/** A request's own; what several share in an isolate, as the counts of answers, is not. */
const counters = new AsyncLocalStorage<{ statements: number }>();
const SHARED = /"edge_requests"/;

/** Called for each statement of a test's database. */
export function noteStatement(text: string): void {
  const counter = counters.getStore();
  if (counter !== undefined && !SHARED.test(text)) counter.statements += 1;
}

export async function countStatements<T>(
  run: () => Promise<T>,
): Promise<{ result: T; statements: number }> {
  const counter = { statements: 0 };
  const result = await counters.run(counter, run);
  return { result, statements: counter.statements };
}

const STATEMENTS_MAX = 3;

/** Saves under a version that it has read, and reads again when another request was first: eight times at most. */
const RACED = { most: 24, why: "repeats what lost a race" };
const DECIDES = {
  most: 4,
  why: "locks first, and stops what a scheduler has",
};
const FINDS = {
  most: 9,
  why: "finds the account of an identity, which it may make, thrice at most",
};

/** Operations that may run more, each of a number that no input raises. */
export const MORE_STATEMENTS: Readonly<Record<string, { most: number; why: string }>> = {
  "GET /functions/v1/checkout-session": RACED,
  "POST /functions/v1/stripe-checkout": RACED,
  "POST /functions/v1/plan-change": RACED,
  "POST /functions/v1/plan-change/withdraw": RACED,
  "POST /functions/v1/cancel-subscription": RACED,
  "POST /functions/v1/keep-subscription": RACED,
  "POST /functions/v1/apply-retention-discount": RACED,
  "POST /functions/v1/posts/decisions": DECIDES,
  "POST /functions/v1/review/decisions": DECIDES,
  "POST /functions/v1/material": { most: 4, why: "finds the upload that another tab began" },
  "GET /auth/v1/callback": FINDS,
  "POST /auth/v1/token": FINDS,
  "POST /auth/v1/passkeys/registration/verify": {
    most: 4,
    why: "spends a challenge before its answer is checked",
  },
  "PUT /auth/v1/user": { most: 4, why: "spends a mailed code before anything is changed" },
};

/** @returns what is wrong; null when an operation may run so many */
export function surplusOf(operation: string, statements: number): string | null {
  const most = MORE_STATEMENTS[operation]?.most ?? STATEMENTS_MAX;
  return statements > most ? `${operation}: ${statements} statements, of ${most}` : null;
}
