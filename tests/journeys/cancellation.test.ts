import { afterEach, expect, test } from "vitest";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { chooseOfferCoupon } from "#contracts/billing/offer-length.ts";
import { PLAN } from "../support/catalogue.ts";
import { createSubscriber, eventsOf } from "../support/customer-builder.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { queryStack } from "../support/stack-client.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { thisStack } from "../support/this-stack.ts";

const emulator = stripeEmulator(thisStack());

afterEach(() => emulator.behave());

test("concurrent clicks and repeated webhooks: Stripe ends in the state that the page shows", async () => {
  const ada = await createSubscriber(PLAN.plus);
  const { customerId, subscriptionId } = ada;
  const ask = (call: string, more: object = {}) =>
    ada.call("POST", `/functions/v1/${call}`, { subscriptionId, ...more });
  const acceptOffer = () =>
    ask("apply-retention-discount", { discountPercent: 20, durationMonths: 3 });
  await emulator.misbehave({ webhooks: { copies: 2, order: "random" } });
  const responses = await Promise.all([
    acceptOffer(),
    ask("cancel-subscription"),
    acceptOffer(),
    ask("keep-subscription"),
  ]);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
  await waitUntilIdle(customerId);

  const { body } = await ada.call("GET", "/functions/v1/subscription");
  const shown = SubscriptionDetailsResponse.parse(body).subscription;
  expect(shown?.being_applied).toEqual([]);
  const isEnding = shown?.ends_at !== null;
  const inStripe = await emulator.stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["discounts"],
  });
  expect(inStripe.cancel_at_period_end || inStripe.cancel_at !== null).toBe(isEnding);
  const [discount] = inStripe.discounts;
  const [item] = inStripe.items.data;
  if (typeof discount !== "object" || item === undefined) throw new Error("no offer at Stripe");
  // On a fast machine the offer is accepted in the second of the payment, which needs the longer coupon.
  const { couponId } = chooseOfferCoupon({
    start: discount.start,
    periodEnd: item.current_period_end,
    anchor: inStripe.billing_cycle_anchor,
  });
  expect(inStripe.discounts).toMatchObject([{ source: { coupon: couponId } }]);
  const rows = await queryStack(
    `select cancel_at_period_end, jsonb_path_query_array(discounts, '$[*].couponId') as coupons
     from subscriptions where customer_id = $1`,
    [customerId],
  );
  expect(rows).toEqual([{ cancel_at_period_end: isEnding, coupons: [couponId] }]);

  const [purchase, ...events] = await eventsOf(customerId);
  expect(purchase).toBe("CheckoutCompleted");
  expect(events.filter((type) => type === "RetentionApplied")).toHaveLength(1);
  const applied = await queryStack(
    "select 1 from audit_log where subject_id = $1 and action = 'effect.apply-subscription-request'",
    [customerId],
  );
  expect(applied).toHaveLength(events.length);
});
