import { describe, expect, test } from "vitest";
import { ADDON, AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import type { SubscriptionState } from "./stripe-state.ts";
import type { SubscriptionStatus } from "./subscription-status.ts";
import {
  findDuplicates,
  isScheduleOutdated,
  itemsKey,
  lapsedUpgradeOf,
  refundEventOf,
  type SavedSubscription,
  subscriptionEventsOf,
} from "./subscription-transitions.ts";

const { starter, plus } = PLAN;
const { channel } = ADDON;
const PERIOD_END = "2026-12-20T00:00:00.000Z";
const NEXT_PERIOD_END = "2027-01-20T00:00:00.000Z";

const priced = (priceId: string) => ({ priceId, amountPence: 1_00, quantity: 1 });
const booked = (priceId: string) => ({ items: [priced(priceId)], at: PERIOD_END });

function reading(
  status: SubscriptionStatus,
  change: {
    priceIds?: string[];
    ending?: boolean;
    scheduled?: string[];
    id?: string;
    createdAt?: string;
  } = {},
): SubscriptionState {
  const { priceIds = [starter.priceId], ending = false } = change;
  return {
    id: change.id ?? "sub_1",
    status,
    items: priceIds.map((priceId, index) => ({
      id: `si_${index}`,
      priceId,
      stripePriceId: `price_${index}`,
      amountPence: 1_00,
      quantity: 1,
      hasFixedPrice: true,
      interval: "month",
      intervalCount: 1,
    })),
    currentPeriodEnd: PERIOD_END,
    anchorAt: "2026-11-20T00:00:00.000Z",
    cancelAtPeriodEnd: ending,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    endReason: "other",
    paymentMethod: null,
    ownCard: null,
    taxRates: [],
    schedule: null,
    discounts: [],
    scheduled:
      change.scheduled === undefined
        ? null
        : { scheduleId: "sub_sched_1", items: change.scheduled.map(priced), at: PERIOD_END },
    awaiting: null,
    createdAt: change.createdAt ?? "2026-11-20T00:00:00.000Z",
    checkoutId: null,
    currency: "gbp",
    collectionMethod: "charge_automatically",
    pause: null,
  };
}

const held = (priceId: string) => ({ priceId, stripePriceId: "price_0", quantity: 1 });

function kept(
  status: SubscriptionStatus,
  change: Partial<SavedSubscription> = {},
): SavedSubscription {
  return {
    id: "sub_1",
    status,
    items: [held(starter.priceId)],
    cancelAtPeriodEnd: false,
    pendingAction: null,
    scheduled: null,
    awaiting: null,
    duplicateOf: null,
    ...change,
  };
}

describe("subscriptionEventsOf", () => {
  test.each([
    ["a first purchase", null, reading("active"), ["CheckoutCompleted"]],
    ["a trial that begins", null, reading("trialing"), ["CheckoutCompleted"]],
    ["a first payment that waits", null, reading("incomplete"), []],
    ["a first payment that came", kept("incomplete"), reading("active"), ["CheckoutCompleted"]],
    ["a first payment that never came", kept("incomplete"), reading("incomplete_expired"), []],
    ["one first seen when it was over", null, reading("canceled"), []],
    ["one first seen past due", null, reading("past_due"), ["CheckoutCompleted", "PaymentFailed"]],
    ["a renewal", kept("active"), reading("active"), []],
    [
      "a change that is chosen for later",
      kept("active"),
      reading("active", { scheduled: [plus.priceId] }),
      ["SubscriptionChangeScheduled"],
    ],
    [
      "the same one, read again",
      kept("active", { scheduled: booked(plus.priceId) }),
      reading("active", { scheduled: [plus.priceId] }),
      [],
    ],
    [
      "another one in its place",
      kept("active", { scheduled: booked(plus.priceId) }),
      reading("active", { scheduled: [starter.priceId] }),
      ["SubscriptionChangeScheduled"],
    ],
    [
      "one that is taken back",
      kept("active", { scheduled: booked(plus.priceId) }),
      reading("active"),
      ["SubscriptionChangeWithdrawn"],
    ],
    [
      "one that has come true",
      kept("active", { scheduled: booked(plus.priceId) }),
      reading("active", { priceIds: [plus.priceId] }),
      ["SubscriptionChanged"],
    ],
    [
      "one at another price, which came true",
      kept("active", { scheduled: booked(starter.priceId) }),
      { ...reading("active"), currentPeriodEnd: NEXT_PERIOD_END },
      [],
    ],
    [
      "one that is taken back before its day, at another price",
      kept("active", { scheduled: booked(starter.priceId) }),
      reading("active"),
      ["SubscriptionChangeWithdrawn"],
    ],
    [
      "one that is taken back, read after its day",
      kept("active", { scheduled: booked(plus.priceId) }),
      { ...reading("active"), currentPeriodEnd: NEXT_PERIOD_END },
      ["SubscriptionChangeWithdrawn"],
    ],
    [
      "one whose price the team changed",
      kept("active", {
        scheduled: { items: [{ ...priced(plus.priceId), amountPence: 2_00 }], at: PERIOD_END },
      }),
      reading("active", { scheduled: [plus.priceId] }),
      ["SubscriptionChangeScheduled"],
    ],
    [
      "one that went with a cancellation at the provider",
      kept("active", { scheduled: booked(plus.priceId) }),
      reading("active", { ending: true }),
      ["SubscriptionCancelled"],
    ],
    [
      "one that goes after such a cancellation",
      kept("active", { scheduled: booked(plus.priceId), cancelAtPeriodEnd: true }),
      reading("active", { ending: true }),
      [],
    ],
    [
      "one that a cancellation removed just before its owner took it back",
      kept("active", { scheduled: booked(plus.priceId), pendingAction: "resume" }),
      reading("active", { ending: true }),
      ["SubscriptionChangeWithdrawn"],
    ],
    [
      "one that goes with a cancellation that Stripe does not have yet",
      kept("active", { scheduled: booked(plus.priceId), pendingAction: "cancel" }),
      reading("active"),
      [],
    ],
    [
      "one that goes with the end at once",
      kept("active", { scheduled: booked(plus.priceId), pendingAction: "cancel" }),
      reading("canceled"),
      ["SubscriptionEnded"],
    ],
    [
      "an end that its owner has set and the provider does not know yet",
      kept("active", { pendingAction: "cancel" }),
      reading("active"),
      [],
    ],
    [
      "the same, once the provider knows",
      kept("active", { pendingAction: "cancel" }),
      reading("active", { ending: true }),
      [],
    ],
    [
      "an end that its owner has taken back and the provider does not know yet",
      kept("active", { cancelAtPeriodEnd: true, pendingAction: "resume" }),
      reading("active", { ending: true }),
      [],
    ],
    [
      "the same, once the provider knows",
      kept("active", { cancelAtPeriodEnd: true, pendingAction: "resume" }),
      reading("active"),
      [],
    ],
    [
      "one that is over before Stripe had a request",
      kept("active", { pendingAction: "resume", cancelAtPeriodEnd: true }),
      reading("canceled"),
      ["SubscriptionEnded"],
    ],
    [
      "a failed renewal of what its owner has ended, which is taken back",
      kept("active", { pendingAction: "cancel" }),
      reading("past_due"),
      [],
    ],
    [
      "tries that are exhausted for what its owner has ended",
      kept("past_due", { pendingAction: "cancel" }),
      reading("unpaid"),
      [],
    ],
    [
      "a payment for what its owner has ended, which goes back",
      kept("past_due", { pendingAction: "cancel" }),
      reading("active"),
      [],
    ],
    [
      "a failed renewal of what its owner keeps",
      kept("active", { pendingAction: "resume" }),
      reading("past_due"),
      ["PaymentFailed"],
    ],
    ["a failed renewal", kept("active"), reading("past_due"), ["PaymentFailed"]],
    ["a second failed try", kept("past_due"), reading("past_due"), []],
    ["a recovered payment", kept("past_due"), reading("active"), ["PaymentRecovered"]],
    ["tries that are exhausted", kept("past_due"), reading("unpaid"), ["SubscriptionUnpaid"]],
    ["what was owed and is paid", kept("unpaid"), reading("active"), ["PaymentRecovered"]],
    ["a trial that becomes paid", kept("trialing"), reading("active"), []],
    [
      "an end that is set",
      kept("active"),
      reading("active", { ending: true }),
      ["SubscriptionCancelled"],
    ],
    [
      "an end that is taken back",
      kept("active", { cancelAtPeriodEnd: true }),
      reading("active"),
      ["SubscriptionResumed"],
    ],
    [
      "an end that comes",
      kept("active", { cancelAtPeriodEnd: true }),
      reading("canceled", { ending: true }),
      ["SubscriptionEnded"],
    ],
    ["an end at once", kept("past_due"), reading("canceled"), ["SubscriptionEnded"]],
    ["what is over and stays so", kept("canceled"), reading("canceled"), []],
    ["an old reading that would raise the dead", kept("canceled"), reading("active"), []],
    [
      "another plan",
      kept("active"),
      reading("active", { priceIds: [plus.priceId] }),
      ["SubscriptionChanged"],
    ],
    [
      "an add-on more",
      kept("active"),
      reading("active", { priceIds: [starter.priceId, channel.priceId] }),
      ["SubscriptionChanged"],
    ],
    [
      "the same in another order",
      kept("active", { items: [held(starter.priceId), held(channel.priceId)] }),
      reading("active", { priceIds: [channel.priceId, starter.priceId] }),
      [],
    ],
    [
      "two of the plan",
      kept("active"),
      {
        ...reading("active"),
        items: reading("active").items.map((item) => ({ ...item, quantity: 2 })),
      },
      ["SubscriptionChanged"],
    ],
    [
      "another price of the same plan",
      kept("active", { items: [{ ...held(starter.priceId), stripePriceId: "price_old" }] }),
      reading("active"),
      [],
    ],
    [
      "a product of the Dashboard more",
      kept("active"),
      {
        ...reading("active"),
        items: reading("active", { priceIds: [starter.priceId, ""] }).items.map((item) => ({
          ...item,
          priceId: item.priceId === "" ? null : item.priceId,
        })),
      },
      ["SubscriptionChanged"],
    ],
    [
      "several things at once",
      kept("past_due"),
      reading("active", { priceIds: [plus.priceId], ending: true }),
      ["PaymentRecovered", "SubscriptionChanged", "SubscriptionCancelled"],
    ],
  ])("%s", (_, before, after, expected) => {
    const paid = { status: "completed", amountPence: 97_00 } as const;
    expect(subscriptionEventsOf(before, after, paid)).toEqual(expected);
  });

  test.each([
    ["completed", 97_00, ["PaymentRecovered"]],
    ["refunded", 97_00, ["PaymentRecovered"]],
    ["partially_refunded", 97_00, ["PaymentRecovered"]],
    ["completed", 0, ["PaymentWaived"]],
    ["void", 97_00, ["PaymentWaived"]],
    ["uncollectible", 97_00, ["PaymentWaived"]],
    ["pending", 97_00, []],
    ["unknown", 97_00, []],
  ] as const)(
    "active again, and its newest invoice is %s over %i pence: %s",
    (status, amountPence, expected) => {
      for (const earlier of ["past_due", "unpaid"] as const) {
        const events = subscriptionEventsOf(kept(earlier), reading("active"), {
          status,
          amountPence,
        });
        expect(events).toEqual(expected);
      }
    },
  );

  test("active again without any invoice: nothing is said of a payment", () => {
    expect(subscriptionEventsOf(kept("past_due"), reading("active"), null)).toEqual([]);
  });
});

describe("lapsedUpgradeOf", () => {
  const NOW = new Date("2026-11-21T09:00:00.000Z");
  const waiting = (expiresAt: string) => ({ priceIds: [plus.priceId], expiresAt });
  const due = waiting("2026-11-21T09:00:00.000Z");
  const active = reading("active");

  test.each([
    ["one that lapsed", kept("active", { awaiting: due }), active, [plus.priceId]],
    [
      "one that lapsed by Stripe’s clock, which runs ahead",
      kept("active", { awaiting: waiting("2026-11-21T09:05:00.000Z") }),
      active,
      [plus.priceId],
    ],
    [
      "one that went earlier, for a newer choice",
      kept("active", { awaiting: waiting("2026-11-21T09:05:01.000Z") }),
      active,
      null,
    ],
    [
      "one that was paid",
      kept("active", { awaiting: due }),
      reading("active", { priceIds: [plus.priceId] }),
      null,
    ],
    ["one that still waits", kept("active", { awaiting: due }), { ...active, awaiting: due }, null],
    ["none", kept("active"), active, null],
    [
      "one of a subscription that ended",
      kept("active", { awaiting: due }),
      reading("canceled"),
      null,
    ],
    [
      "one of a subscription that will end",
      kept("active", { awaiting: due }),
      reading("active", { ending: true }),
      null,
    ],
    [
      "one whose owner has cancelled",
      kept("active", { awaiting: due, pendingAction: "cancel" }),
      active,
      null,
    ],
  ])("%s", (_, before, after, expected) => {
    expect(lapsedUpgradeOf(before, after, NOW)).toEqual(expected);
  });
});

describe("isScheduleOutdated", () => {
  const two = [{ priceId: channel.priceId }, { priceId: null }, { priceId: starter.priceId }];
  const items = two.map((item, index) => ({
    ...item,
    id: `si_${index}`,
    stripePriceId: `price_${index}`,
    amountPence: 97_00,
    quantity: 1,
    hasFixedPrice: true,
    interval: "month",
    intervalCount: 1,
  }));
  const scheduled = { scheduleId: "sub_sched_1", items: [priced(starter.priceId)], at: PERIOD_END };

  test.each([
    ["on the items that are there", itemsKey(two), scheduled, false],
    ["on other items", plus.priceId, scheduled, true],
    ["by somebody else", undefined, scheduled, false],
    ["and come already", plus.priceId, null, false],
  ])("change scheduled %s: outdated is $3", (_, scheduledFrom, next, expected) => {
    expect(isScheduleOutdated(scheduledFrom, { items, scheduled: next })).toBe(expected);
  });

  test("compares price ids in any order", () => {
    expect(itemsKey(two)).toBe(`${starter.priceId} ${channel.priceId}`);
    expect(itemsKey(two.toReversed())).toBe(itemsKey(two));
    expect(itemsKey([])).toBe("");
  });
});

describe("findDuplicates", () => {
  const one = reading("active", { id: "sub_1", createdAt: "2026-11-20T10:00:00.000Z" });
  const two = reading("active", { id: "sub_2", createdAt: "2026-11-20T10:00:05.000Z" });
  const ads = reading("active", { id: "sub_3", priceIds: [AD_PLAN.professional.priceId] });
  const unknown = reading("active", { id: "sub_4", priceIds: ["made_by_hand"] });

  test.each([
    ["one alone stays", [], [one], null, []],
    ["of two that nobody knew the elder stays", [], [two, one], null, [["sub_2", "sub_1"]]],
    [
      "the elder stays whatever their ids",
      [],
      [two, { ...one, id: "sub_9" }],
      null,
      [["sub_2", "sub_9"]],
    ],
    [
      "the one that was kept stays, also beside an elder one",
      [kept("active", { id: "sub_2" })],
      [one, two],
      null,
      [["sub_1", "sub_2"]],
    ],
    ["the one that the person has elsewhere stays", [], [one], "sub_9", [["sub_1", "sub_9"]]],
    [
      "ads plans and prices by hand stay beside a plan",
      [],
      [ads, one, unknown],
      "sub_9",
      [["sub_1", "sub_9"]],
    ],
    [
      "a plan stays beside a known ads plan",
      [kept("active", { id: "sub_3" })],
      [ads, one],
      null,
      [],
    ],
    [
      "a mark stays when the other one has ended",
      [kept("active", { id: "sub_2", duplicateOf: "sub_1" })],
      [two],
      null,
      [["sub_2", "sub_1"]],
    ],
    [
      "one that begins after the marked one does not stand beside it",
      [kept("active", { id: "sub_1", duplicateOf: "sub_0" })],
      [one, two],
      null,
      [["sub_1", "sub_0"]],
    ],
  ] as const)("%s", (_, known, open, elsewhere, expected) => {
    expect([...findDuplicates(known, open, elsewhere)]).toEqual(expected);
  });
});

test.each([
  [0, 0, null],
  [0, 97_00, "RefundIssued"],
  [40_00, 97_00, "RefundIssued"],
  [97_00, 97_00, null],
  [97_00, 0, "RefundFailed"],
])("an order refunded by %i pence before and %i now: %s", (before, after, type) => {
  expect(refundEventOf(before, after)).toBe(type);
});
