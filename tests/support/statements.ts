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

/** Operations that may run more, each of a number that no input raises. */
export const MORE_STATEMENTS: Readonly<Record<string, { most: number; why: string }>> = {
  "GET /functions/v1/checkout-session": {
    most: 9,
    why: "saves what Stripe says of a purchase, once in ten seconds a customer",
  },
  "POST /functions/v1/stripe-checkout": {
    most: 6,
    why: "begins anew after an expired session, or a customer that Stripe deleted",
  },
  "POST /functions/v1/plan-change": { most: 7, why: "saves what Stripe says, beside a payment" },
  "POST /functions/v1/plan-change/withdraw": { most: 5, why: "saves what Stripe says" },
  "GET /auth/v1/callback": { most: 5, why: "finds the account of an identity, which it may make" },
  "POST /auth/v1/token": { most: 5, why: "finds the account of an identity, which it may make" },
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
