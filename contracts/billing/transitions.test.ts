import { describe, expect, test } from "vitest";
import { ADDONS, PLANS } from "../catalogue.ts";
import type { SubscriptionSnapshot } from "./snapshot.ts";
import type { SubscriptionStatus } from "./statuses.ts";
import { duplicatesOf, type KnownSubscription, transitionsOf } from "./transitions.ts";

const [starter, plus] = PLANS;
const [channel] = ADDONS;

function reading(
  status: SubscriptionStatus,
  change: { priceIds?: string[]; ending?: boolean; id?: string; createdAt?: string } = {},
): SubscriptionSnapshot {
  const { priceIds = [starter.priceId], ending = false } = change;
  return {
    id: change.id ?? "sub_1",
    status,
    items: priceIds.map((priceId, index) => ({
      id: `si_${index}`,
      priceId,
      providerPriceId: `price_${index}`,
      amountPence: 1_00,
      quantity: 1,
    })),
    currentPeriodEnd: "2026-12-20T00:00:00.000Z",
    cancelAtPeriodEnd: ending,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    endReason: "other",
    paymentMethod: null,
    createdAt: change.createdAt ?? "2026-11-20T00:00:00.000Z",
  };
}

function kept(
  status: SubscriptionStatus,
  change: Partial<KnownSubscription> = {},
): KnownSubscription {
  return {
    id: "sub_1",
    status,
    plan: starter.priceId,
    addons: [],
    cancelAtPeriodEnd: false,
    duplicateOf: null,
    ...change,
  };
}

describe("transitionsOf", () => {
  test.each([
    ["a first purchase", null, reading("active"), ["CheckoutCompleted"]],
    ["a trial that begins", null, reading("trialing"), ["CheckoutCompleted"]],
    ["a first payment that waits", null, reading("incomplete"), []],
    ["a first payment that came", kept("incomplete"), reading("active"), ["CheckoutCompleted"]],
    ["a first payment that never came", kept("incomplete"), reading("incomplete_expired"), []],
    ["one first seen when it was over", null, reading("canceled"), []],
    ["one first seen past due", null, reading("past_due"), ["CheckoutCompleted", "PaymentFailed"]],
    ["a renewal", kept("active"), reading("active"), []],
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
      kept("active", { addons: [channel.priceId] }),
      reading("active", { priceIds: [channel.priceId, starter.priceId] }),
      [],
    ],
    [
      "several things at once",
      kept("past_due"),
      reading("active", { priceIds: [plus.priceId], ending: true }),
      ["PaymentRecovered", "SubscriptionChanged", "SubscriptionCancelled"],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(transitionsOf(before, after)).toEqual(expected);
  });
});

describe("duplicatesOf", () => {
  const one = reading("active", { id: "sub_1", createdAt: "2026-11-20T10:00:00.000Z" });
  const two = reading("active", { id: "sub_2", createdAt: "2026-11-20T10:00:05.000Z" });

  test.each([
    ["one alone stays", [], [one], null, []],
    ["of two that nobody knew the elder stays", [], [two, one], null, [["sub_2", "sub_1"]]],
    [
      "the one that was kept stays, also beside an elder one",
      [kept("active", { id: "sub_2" })],
      [one, two],
      null,
      [["sub_1", "sub_2"]],
    ],
    ["the one that the person has elsewhere stays", [], [one], "sub_9", [["sub_1", "sub_9"]]],
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
  ] as const)("%s", (_, known, living, elsewhere, expected) => {
    expect([...duplicatesOf(known, living, elsewhere)]).toEqual(expected);
  });
});
