import { setTimeout as delay } from "node:timers/promises";
import { MONTH_S } from "../../support/stripe-cases.ts";
import {
  billingOf,
  countedEffect,
  type Fault,
  type FaultContext,
  type FaultEffect,
  waitForPositive,
} from "./fault.ts";

const DRAFT_S = 2 * 3_600;

export const STRIPE_FAULTS = {
  "Stripe failing": {
    holds: ["stripe"],
    inject: (context, lastsMs) =>
      refuseRequests(context, lastsMs, {
        fail: { status: 500, share: 0.25 },
        loseReplies: { share: 0.15 },
      }),
  },
  "Stripe rate-limited": {
    holds: ["stripe"],
    inject: (context, lastsMs) =>
      refuseRequests(context, lastsMs, { fail: { status: 429, share: 0.4 } }),
  },
  "Stripe slow": {
    holds: ["stripe"],
    async inject(context, lastsMs) {
      const { stripe } = billingOf(context);
      const { signal } = context;
      const before = (await stripe.stats()).requests;
      const delayed = async (): Promise<number> => (await stripe.stats()).requests - before;
      await stripe.misbehave({ api: { delayMs: 2_500 } });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(delayed, signal);
        return countedEffect(await delayed(), "requests waited 2.5 s");
      } finally {
        await stripe.behave();
      }
    },
  },
  "Stripe unanswering": {
    holds: ["stripe"],
    async inject(context, lastsMs) {
      const { stripe, customers } = billingOf(context);
      const { signal } = context;
      const waiting = (): Promise<number> => Promise.resolve(customers.countWaiting(3_000));
      // Longer than every timeout: Stripe does the work, and no caller gets the response.
      await stripe.misbehave({ api: { delayMs: 60_000 } });
      try {
        const isSilent = !(await stripe.answers());
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(waiting, signal);
        const damage = await waiting();
        return {
          hadEffect: isSilent && damage > 0,
          evidence: `${isSilent ? "silent" : "it answered"}, ${damage} customers wait`,
        };
      } finally {
        await stripe.behave();
      }
    },
  },
  "webhooks lost and repeated": {
    holds: ["stripe"],
    async inject(context, lastsMs) {
      const { stripe } = billingOf(context);
      const { signal } = context;
      await stripe.misbehave({
        webhooks: {
          copies: 2,
          order: "random",
          dropShare: 0.2,
          loseAnswerShare: 0.2,
          delayMs: 300,
        },
      });
      try {
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(stripe.countDroppedWebhooks, signal);
        const dropped = await stripe.countDroppedWebhooks();
        return countedEffect(dropped, "webhooks lost, the others sent twice and in any order");
      } finally {
        await stripe.behave();
      }
    },
  },
  "a month passes": {
    holds: ["stripe"],
    async inject(context) {
      const { stripe } = billingOf(context);
      const due = await stripe.advanceTime(MONTH_S);
      // Stripe keeps a renewal's invoice as a draft for an hour.
      return countedEffect(due + (await stripe.advanceTime(DRAFT_S)), "things came due");
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

async function refuseRequests(
  context: FaultContext,
  lastsMs: number,
  api: object,
): Promise<FaultEffect> {
  const { stripe, customers } = billingOf(context);
  const { signal } = context;
  const before = (await stripe.stats()).refused;
  const errorsBefore = customers.countServerErrors();
  const refused = async (): Promise<number> => (await stripe.stats()).refused - before;
  await stripe.misbehave({ api });
  try {
    await delay(lastsMs, undefined, { signal });
    await waitForPositive(refused, signal);
    const seen = customers.countServerErrors() - errorsBefore;
    return countedEffect(await refused(), `requests refused, ${seen} errors reached customers`);
  } finally {
    await stripe.behave();
  }
}
