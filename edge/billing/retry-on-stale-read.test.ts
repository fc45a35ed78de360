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

describe("what is done with what was read", () => {
  test("is done with what is true by now where the provider refuses what was true", async () => {
    const { answer } = acting((given) =>
      given === 1 ? Promise.reject(REFUSAL) : Promise.resolve(`with ${given}`),
    );
    expect(await answer).toBe("with 2");
  });

  test("is refused where the provider goes on to refuse it", async () => {
    const { answer, reads } = acting(() => Promise.reject(REFUSAL));
    await expect(answer).rejects.toBe(REFUSAL);
    expect(reads()).toBe(3);
  });

  test("is done once where it fails otherwise", async () => {
    const { answer, reads } = acting(() => Promise.reject(new Error("away")));
    await expect(answer).rejects.toThrow("away");
    expect(reads()).toBe(1);
  });
});
