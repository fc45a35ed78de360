import { afterAll, beforeAll, expect, test } from "vitest";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { offerPayments } from "#contracts/billing/retention-offer.ts";
import type { SubscriptionWithRenewal } from "#contracts/billing/stripe-state.ts";
import {
  type BilledSubscription,
  cadenceOf,
  isMonthly,
  listPayments,
  type Payment,
} from "#contracts/billing/upcoming-payments.ts";
import { FOR_SALE, productIdOf } from "#contracts/catalogue.ts";
import { type Running, startForTest } from "../../tests/stack/stripe/start-for-test.ts";
import {
  makeSubscription,
  passTo,
  type SeededSubscription,
} from "../../tests/support/seeded-subscription.ts";
import { seedRounds } from "../../tests/support/seeded.ts";
import { readCustomerState } from "./read-customer-state.ts";

const SEEDS = 200;
const PAYMENTS = 4;
const HOUR_S = 3_600;

let running: Running;

beforeAll(async () => {
  running = await startForTest({ hasNoSocket: true, tickMs: 60_000 });
  for (const { name, priceId } of FOR_SALE) {
    await running.stripe.products.create({ id: productIdOf(priceId), name });
  }
  const { couponId: id, percentOff: percent_off, months } = RETENTION_OFFER;
  await running.stripe.coupons.create({
    id,
    percent_off,
    duration: "repeating",
    duration_in_months: months,
  });
});
afterAll(() => running.stop());

type Comparison = readonly [what: string, told: unknown, atStripe: unknown];

test("seeded subscriptions: our arithmetic is Stripe's preview, and each payment that we list is taken", async () => {
  const seeds = seedRounds(SEEDS).flat();
  const faults: string[] = [];
  const counts = new Map<string, number>();
  for (const seed of seeds) {
    const made = await makeSubscription(running, seed);
    for (const [what, ...sums] of await compare(made)) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
      const [told, atStripe] = sums.map((sum) => JSON.stringify(sum));
      if (told === atStripe) continue;
      const log = made.log.join("; ");
      faults.push(`YEAR_SEED=${seed}, ${what}: ${told}, at Stripe ${atStripe}, after ${log}`);
    }
  }
  expect(faults).toEqual([]);
  if (seeds.length < SEEDS) return;
  for (const count of counts.values()) expect(count).toBeGreaterThan(seeds.length / 3);
});

async function compare(made: SeededSubscription): Promise<Comparison[]> {
  const subscription = await read(made);
  const { upcoming, pause } = subscription;
  const compared: Comparison[] = [];
  if (upcoming !== null) {
    const goesOn = { ...subscription, endsAt: null };
    const alone = { ...goesOn, pause: null, upcoming: null };
    const isAlone = !made.hasUnlisted && upcoming.isOnly !== true;
    if (isAlone) compared.push(["arithmetic", firstOf(alone), upcoming.pence]);
    if (pause === null) compared.push(["preview", firstOf(goesOn), upcoming.pence]);
    const isOffered = isMonthly(cadenceOf(subscription.items)) && subscription.scheduled === null;
    if (pause === null && isOffered) {
      compared.push(["offer", offerPayments(goesOn)[0]?.pence, await offeredPence(subscription)]);
    }
  }
  const announced = made.announced === null ? [] : [made.announced.price];
  const listed = listPayments({ ...subscription, announced }, PAYMENTS);
  compared.push(["payments", listed, await takenOf(made, { subscription, listed })]);
  return compared;
}

/** It has the offer, which the sync does not ask for. */
async function offeredPence({ id, discounts }: SubscriptionWithRenewal): Promise<number> {
  const own = discounts.filter(({ isOfCustomer }) => !isOfCustomer);
  const { amount_due: pence } = await running.stripe.invoices.createPreview({
    subscription: id,
    subscription_details: { cancel_at: "" },
    discounts: [...own.map((one) => ({ discount: one.id })), { coupon: RETENTION_OFFER.couponId }],
  });
  return pence;
}

const firstOf = (subscription: BilledSubscription) => listPayments(subscription, 1)[0]?.pence;

type Read = SubscriptionWithRenewal & BilledSubscription;

async function read({ customerId }: SeededSubscription): Promise<Read> {
  const { customer, subscriptions } = await readCustomerState(running.stripe, customerId, []);
  const [subscription] = subscriptions;
  if (subscription === undefined) throw new Error("Bug: no subscription was read");
  return {
    ...subscription,
    announced: [],
    balancePence: customer.balancePence,
    endsAt: subscription.cancelAt,
  };
}

/** Lets Stripe renew as often as we list payments. */
async function takenOf(
  made: SeededSubscription,
  { subscription, listed }: { subscription: Read; listed: readonly Payment[] },
): Promise<Payment[]> {
  const { stripe } = running;
  const { clock, subscriptionId, announced } = made;
  const { frozen_time: since } = await stripe.testHelpers.testClocks.retrieve(clock);
  const end = subscription.endsAt === null ? null : secondsOf(subscription.endsAt);
  const last = secondsOf(listed.at(-1)?.at ?? String(subscription.currentPeriodEnd));
  if (announced !== null && secondsOf(announced.price.at) <= last) await announced.apply();
  passTo(running, clock, last + HOUR_S * 2);
  const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 });
  return (
    data
      .filter(({ created }) => created > since && !isPaused(subscription, created))
      // The last invoice may take nothing.
      .filter(({ created, amount_due: pence }) => pence > 0 || created !== end)
      .map(({ created, amount_due: pence }) => ({
        at: new Date(created * 1_000).toISOString(),
        pence,
      }))
      .toReversed()
  );
}

function isPaused({ pause }: Read, createdS: number): boolean {
  return pause !== null && (pause.resumesAt === null || createdS < secondsOf(pause.resumesAt));
}

const secondsOf = (iso: string) => Date.parse(iso) / 1_000;
