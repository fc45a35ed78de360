import type { Stripe } from "stripe";
import { advanceClock } from "../stack/stripe/start-for-test.ts";

const DAY_S = 86_400;

export async function startTestClock(
  stripe: Stripe,
  { customerId, daysAgo }: { customerId: string; daysAgo: number },
) {
  const { id, frozen_time: startS } = await stripe.testHelpers.testClocks.create({
    // One second ahead: no request may fall into the second of the payment.
    frozen_time: Math.floor(Date.now() / 1_000) + 1 - daysAgo * DAY_S,
    customer: customerId,
  });
  let passedS = 0;
  const passes = (seconds: number) => {
    passedS += seconds;
    return advanceClock(stripe, id, startS + passedS);
  };
  return {
    passes,
    /** Seconds since the epoch. */
    nowS: () => startS + passedS,
    /** @param atS seconds since the epoch */
    passesTo: (atS: number) => passes(atS - startS - passedS),
  };
}
