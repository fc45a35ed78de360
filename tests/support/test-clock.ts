import type { Stripe } from "stripe";
import { eventually } from "./eventually.ts";

const DAY_S = 86_400;

export async function startTestClock(
  { testHelpers: { testClocks } }: Stripe,
  { customerId, daysAgo }: { customerId: string; daysAgo: number },
) {
  const { id, frozen_time: startS } = await testClocks.create({
    // One second ahead: no request may fall into the second of the payment.
    frozen_time: Math.floor(Date.now() / 1_000) + 1 - daysAgo * DAY_S,
    customer: customerId,
  });
  let passedS = 0;
  const passes = async (seconds: number) => {
    passedS += seconds;
    await testClocks.advance(id, { frozen_time: startS + passedS });
    await eventually("the time has passed", async () => {
      const { status } = await testClocks.retrieve(id);
      return status === "ready";
    });
  };
  return {
    passes,
    /** Seconds since the epoch. */
    nowS: () => startS + passedS,
    /** @param atS seconds since the epoch */
    passesTo: (atS: number) => passes(atS - startS - passedS),
  };
}
