import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { retryOnStaleRead } from "./retry-on-stale-read.ts";

const REFUSAL = new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error" });

function acting(act: (given: number) => Promise<string>) {
  let reads = 0;
  const answer = retryOnStaleRead(() => {
    reads += 1;
    return Promise.resolve(reads);
  }, act);
  return { answer, reads: () => reads };
}

describe("retry on stale read", () => {
  test("Stripe rejects the first update: reads again and succeeds", async () => {
    const { answer } = acting((given) =>
      given === 1 ? Promise.reject(REFUSAL) : Promise.resolve(`with ${given}`),
    );
    expect(await answer).toBe("with 2");
  });

  test("Stripe keeps rejecting: throws the rejection", async () => {
    const { answer, reads } = acting(() => Promise.reject(REFUSAL));
    await expect(answer).rejects.toBe(REFUSAL);
    expect(reads()).toBe(3);
  });

  test("any other error: no second attempt", async () => {
    const { answer, reads } = acting(() => Promise.reject(new Error("away")));
    await expect(answer).rejects.toThrow("away");
    expect(reads()).toBe(1);
  });
});
