import { expect, test } from "vitest";
import { QUIET_SUBSCRIPTION } from "#contracts/api/quiet-subscription.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { PLAN } from "../../../../tests/support/catalogue.ts";
import { cancellationOf, remainingPayment } from "./cancellation.ts";

const END_S = 1_798_000_000;

function details(change: Partial<SubscriptionDetails> = {}): SubscriptionDetails {
  return {
    ...QUIET_SUBSCRIPTION,
    subscription_id: "sub_1",
    price_id: PLAN.plus.priceId,
    current_period_end: END_S,
    can_use_comeback_code: true,
    items: [],
    payments: [],
    ...change,
  };
}

test.each([
  ["is not known yet", undefined, { state: "unknown" }],
  ["never was", null, { state: "none" }],
  ["goes on", details(), { state: "running" }],
  [
    "owes a payment and goes on",
    details({ subscription_status: "past_due", ends_at_once: true }),
    { state: "running" },
  ],
  [
    "was cancelled a moment ago",
    details({ ends_at: END_S, being_applied: ["cancellation"] }),
    { state: "ending", subscriptionId: "sub_1", endsAt: END_S, isBeingApplied: true },
  ],
  [
    "was cancelled",
    details({ ends_at: END_S }),
    { state: "ending", subscriptionId: "sub_1", endsAt: END_S, isBeingApplied: false },
  ],
  [
    "was cancelled a moment ago while a payment was due",
    details({ ends_at: END_S, ends_at_once: true, being_applied: ["cancellation"] }),
    { state: "ending-immediately", subscriptionId: "sub_1", endsAt: END_S, isBeingApplied: true },
  ],
  [
    "has ended",
    details({ subscription_status: "canceled", ends_at: END_S }),
    { state: "ended", subscriptionId: "sub_1", endsAt: END_S, isBeingApplied: false },
  ],
  [
    "ended before its first payment",
    details({ subscription_status: "incomplete_expired" }),
    { state: "ended", subscriptionId: "sub_1", endsAt: null, isBeingApplied: false },
  ],
])("state of a subscription that %s", (_, given, cancellation) => {
  expect(cancellationOf(given)).toEqual(cancellation);
});

test.each([
  ["nothing is known", null, null],
  ["nothing more is charged", details({ ends_at: END_S }), null],
  [
    "something waits for the last invoice",
    details({ ends_at: END_S, payments: [{ at: END_S, pence: 17_00 }] }),
    "£17.00 on 23 December 2026",
  ],
])("payment that still comes when %s", (_, given, expected) => {
  expect(remainingPayment(given)).toBe(expected);
});
