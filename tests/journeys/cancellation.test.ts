import { afterEach, expect, test } from "vitest";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { createSubscriber, createTestClock, type Subscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const { couponId } = RETENTION_OFFER;

const emulator = stripeEmulator(thisStack());

afterEach(() => emulator.behave());

async function subscriber() {
  const ada = await createSubscriber(PLANS[1]);
  const clock = await createTestClock(ada);
  const ask = (call: string, more: object = {}) =>
    ada.call("POST", `/functions/v1/${call}`, { subscriptionId: ada.subscriptionId, ...more });
  return {
    ...ada,
    monthPasses: () => clock.monthPasses(),
    acceptOffer: () => ask("apply-retention-discount", { discountPercent: 20, durationMonths: 3 }),
    cancel: (reason: object = {}) => ask("cancel-subscription", reason),
    resume: () => ask("keep-subscription"),
    async shown() {
      const { body } = await ada.call("GET", "/functions/v1/subscription");
      const { subscription } = SubscriptionDetailsResponse.parse(body);
      if (subscription === null) throw new Error("there is no subscription");
      return subscription;
    },
  };
}

async function readState({ customerId, subscriptionId, email }: Subscriber) {
  const inStripe = await emulator.stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["discounts"],
  });
  const column = async (text: string) =>
    (await queryStack(text, [customerId])).map((row) => row["value"]);
  return {
    stripe: {
      status: inStripe.status,
      isEnding: inStripe.cancel_at_period_end || inStripe.cancel_at !== null,
      coupons: inStripe.discounts.map((discount) =>
        typeof discount === "string" ? discount : discount.source.coupon,
      ),
    },
    row: await queryStack(
      `select status, cancel_at_period_end, jsonb_path_query_array(discounts, '$[*].couponId') as coupons
       from subscriptions where customer_id = $1`,
      [customerId],
    ),
    requests: await column(
      `select kind || ' ' || request.state as value from subscription_requests request
       join subscriptions on subscriptions.id = subscription_id
       where customer_id = $1 and kind <> 'retention_offer' order by requested_at, request.id`,
    ),
    // On a Friday evening the promises of the purchase are due soon at once.
    events: await column(
      `select type as value from outbox_events
       where aggregate_id = $1 and type not in ('StripeEventReceived', 'CheckoutCompleted', 'PromiseDue')
       order by occurred_at, type`,
    ),
    applied: await column(
      `select data->>'event' as value from audit_log
       where subject_id = $1 and action = 'effect.apply-subscription-request' order by 1`,
    ),
    mails: (await mailsAbout(email)).filter(({ to }) => to === email).length,
  };
}

test("cancel at period end: applied in Stripe with the reason, resumable until the date, final after it", async () => {
  const ada = await subscriber();
  const { mails: before } = await readState(ada);
  const { current_period_end: end } = await ada.shown();
  expect(await ada.cancel()).toMatchObject({ status: 200, body: { success: true, ends_at: end } });
  expect(await ada.shown()).toMatchObject({ subscription_status: "active", ends_at: end });
  await waitUntilIdle(ada.customerId);
  expect(await readState(ada)).toMatchObject({ stripe: { isEnding: true }, mails: before + 1 });

  expect(await ada.resume()).toMatchObject({ status: 200, body: { ends_at: null } });
  await waitUntilIdle(ada.customerId);
  expect(await readState(ada)).toMatchObject({
    stripe: { isEnding: false },
    row: [{ status: "active", cancel_at_period_end: false }],
    mails: before + 2,
  });

  await ada.cancel({ reason: "unused", feedback: "Too busy." });
  await waitUntilIdle(ada.customerId);
  const { cancellation_details: details } = await emulator.stripe.subscriptions.retrieve(
    ada.subscriptionId,
  );
  expect(details).toMatchObject({ feedback: "unused", comment: "Too busy." });

  await ada.monthPasses();
  expect(await readState(ada)).toEqual({
    stripe: { status: "canceled", isEnding: true, coupons: [] },
    row: [{ status: "canceled", cancel_at_period_end: true, coupons: [] }],
    requests: ["cancel applied", "resume applied", "cancel applied"],
    events: [
      "SubscriptionCancelled",
      "SubscriptionResumed",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ],
    applied: ["SubscriptionCancelled", "SubscriptionCancelled", "SubscriptionResumed"],
    mails: before + 4,
  });
});

test("concurrent clicks and repeated webhooks: Stripe ends in the state that the page shows", async () => {
  const ada = await subscriber();
  await emulator.misbehave({ webhooks: { copies: 2, order: "random" } });
  const responses = await Promise.all([
    ada.acceptOffer(),
    ada.cancel(),
    ada.acceptOffer(),
    ada.resume(),
  ]);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
  await waitUntilIdle(ada.customerId);
  const { stripe, row, events, applied } = await readState(ada);
  const { ends_at: endsAt, being_applied: beingApplied } = await ada.shown();
  expect(beingApplied).toEqual([]);
  expect(stripe).toMatchObject({ isEnding: endsAt !== null, coupons: [couponId] });
  expect(row).toMatchObject([{ cancel_at_period_end: endsAt !== null, coupons: [couponId] }]);
  expect(events.filter((type) => type === "RetentionApplied")).toHaveLength(1);
  expect(applied).toHaveLength(events.length);
});

test("cancel and accept the offer while Stripe is down: accepted, shown as being applied, then applied", async () => {
  const ada = await subscriber();
  await emulator.misbehave({ api: { fail: { status: 500 } } });
  expect(await ada.acceptOffer()).toMatchObject({ status: 200 });
  expect(await ada.cancel()).toMatchObject({ status: 200 });
  const shown = await ada.shown();
  expect(shown.being_applied.toSorted()).toEqual(["cancellation", "discount"]);
  expect(shown.ends_at).toBe(shown.current_period_end);
  await eventually("both effects failed once", async () => {
    const failed = await queryStack(
      `select 1 from event_effects effect join outbox_events event on event.id = effect.event_id
       where event.aggregate_id = $1 and effect.effect = 'apply-subscription-request' and effect.last_error is not null`,
      [ada.customerId],
    );
    return failed.length === 2;
  });
  await emulator.behave();
  await waitUntilIdle(ada.customerId);
  expect((await ada.shown()).being_applied).toEqual([]);
  expect(await readState(ada)).toMatchObject({
    stripe: { isEnding: true, coupons: [couponId] },
    row: [{ cancel_at_period_end: true, coupons: [couponId] }],
    requests: ["cancel applied"],
    events: ["RetentionApplied", "SubscriptionCancelled"],
  });
});
