import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { forEach, forEachDue } from "./for-each.ts";

const IDS = Array.from({ length: 250 }, (_, index) => `cus_${index}`);
const POISONED = ["cus_0", "cus_7", "cus_249"];

/** Once acted on, a row is listed no more. */
function dueRows(ids: readonly string[], failWith: (id: string) => Error | null) {
  const left = new Set(ids);
  const acted: string[] = [];
  return {
    acted,
    list: (limit: number) => Promise.resolve([...left].slice(0, limit)),
    act: (id: string) => {
      acted.push(id);
      const error = failWith(id);
      if (error !== null) return Promise.reject(error);
      left.delete(id);
      return Promise.resolve();
    },
  };
}

const itself = (id: string) => id;
const poison = (id: string) => (POISONED.includes(id) ? new TypeError("odd") : null);

describe.each([
  ["forEach", (rows: ReturnType<typeof dueRows>) => forEach(IDS, rows.act, itself)],
  ["forEachDue", (rows: ReturnType<typeof dueRows>) => forEachDue(rows.list, rows.act, itself)],
])("%s", (_, run) => {
  test("acts on each once", async () => {
    const rows = dueRows(IDS, () => null);
    expect(await run(rows)).toBe(IDS.length);
    expect(rows.acted).toEqual(IDS);
  });

  test("some that fail stop no other, and are named at the end", async () => {
    const rows = dueRows(IDS, poison);
    await expect(run(rows)).rejects.toMatchObject({
      name: "SomeFailed",
      message: "3 failed: cus_0 cus_7 cus_249 (TypeError)",
      ids: POISONED,
    });
    expect(rows.acted).toEqual(IDS);
  });

  test("all fail: each is tried once", async () => {
    const rows = dueRows(IDS, () => new TypeError("odd"));
    await expect(run(rows)).rejects.toThrow("250 failed");
    expect(rows.acted).toEqual(IDS);
  });

  test.for([
    ["no connection to Stripe", new Stripe.errors.StripeConnectionError({ type: "api_error" }), 1],
    [
      "Stripe refuses the key",
      new Stripe.errors.StripeAuthenticationError({ type: "api_error" }),
      1,
    ],
    ["Stripe answers 5xx three times", new Stripe.errors.StripeAPIError({ type: "api_error" }), 3],
  ] as const)("%s: stops", async ([, error, tried]) => {
    const rows = dueRows(IDS, () => error);
    await expect(run(rows)).rejects.toBe(error);
    expect(rows.acted).toHaveLength(tried);
  });

  test("5xx for some: goes on", async () => {
    const away = new Stripe.errors.StripeAPIError({ type: "api_error" });
    const rows = dueRows(IDS, (id) => (POISONED.includes(id) ? away : null));
    await expect(run(rows)).rejects.toMatchObject({ ids: POISONED });
    expect(rows.acted).toEqual(IDS);
  });
});
