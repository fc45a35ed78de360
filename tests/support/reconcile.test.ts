import { expect, test } from "vitest";
import { findMismatches, type TracedEffect, type CustomerTraces } from "./reconcile.ts";

const SUBSCRIPTION = {
  status: "active",
  isEnding: false,
  periodEnd: 1_798_000_000,
  items: ["tidepost_plus_monthly 17500"],
  discounts: ["tidepost_retention_20 until 1803000000"],
  scheduled: null,
  awaiting: null,
};
const ORDER = { status: "completed", amountPence: 175_00, refundedPence: 0 };
const APPLY: TracedEffect = {
  name: "RetentionApplied/apply-subscription-request",
  status: "completed",
  key: "evt_1/apply-subscription-request",
  completed: 1,
  deadLettered: 0,
  replays: 0,
  mail: null,
};
const MAIL: TracedEffect = {
  ...APPLY,
  name: "RetentionApplied/send-billing-mail",
  key: "evt_1/send-billing-mail",
  mail: "retention",
};
const SENT = {
  key: MAIL.key,
  subject: "Thank you for staying: 20% off your next 3 payments",
  to: "customer",
} as const;
const CALL: TracedEffect = {
  ...APPLY,
  name: "RetentionApplied/send-team-billing-mail",
  key: "evt_1/send-team-billing-mail",
  mail: "strategy-call",
};

const MATCHING: CustomerTraces = {
  saved: { subscriptions: { sub_1: SUBSCRIPTION }, orders: { in_1: ORDER } },
  atStripe: { subscriptions: { sub_1: SUBSCRIPTION }, orders: { in_1: ORDER } },
  subscriptionRequests: [{ subscriptionId: "sub_1", kind: "resume", state: "applied" }],
  offers: [{ subscriptionId: "sub_1", isApplied: true, isRejected: false }],
  withOfferAtStripe: ["sub_1"],
  refundRequests: [{ subscriptionId: "sub_1", state: "declined" }],
  events: [{ type: "RetentionApplied", state: "completed" }],
  effects: [MAIL, APPLY, CALL],
  inbox: [SENT, { key: CALL.key, subject: "Strategy call to arrange", to: "team" }],
};
const DEAD_LETTERED: TracedEffect = {
  ...APPLY,
  status: "dead_lettered",
  completed: 0,
  deadLettered: 1,
};

const atStripe = (change: object) => ({
  atStripe: { ...MATCHING.atStripe, subscriptions: { sub_1: { ...SUBSCRIPTION, ...change } } },
});

test("matching state: no error", () => {
  expect(findMismatches(MATCHING, { mails: ["retention"] })).toEqual([]);
});

test("emails without a fixed order: accepted in either order, and no others", () => {
  const ended = {
    ...MAIL,
    name: "SubscriptionEnded/send-billing-mail",
    key: "evt_2",
    mail: "ended",
  };
  const endedMail = { ...SENT, key: "evt_2", subject: "Your Tidepost subscription has ended" };
  const both = {
    ...MATCHING,
    effects: [MAIL, ended, APPLY, CALL],
    inbox: [...MATCHING.inbox, endedMail],
  };
  expect(findMismatches(both, { mails: [["ended", "retention"]] })).toEqual([]);
  expect(findMismatches(both, { mails: [["retention", "ended"]] })).toEqual([]);
  expect(findMismatches(both, { mails: ["ended", "retention"] })).toHaveLength(1);
  expect(findMismatches(both, { mails: [["ended", "retention"], "ended"] })).toHaveLength(1);
});

test("expected dead-lettered effect, or one replayed since: no error", () => {
  const deadLettered = { ...MATCHING, effects: [MAIL, CALL, DEAD_LETTERED], events: [] };
  expect(
    findMismatches(deadLettered, { mails: ["retention"], deadLettered: [APPLY.name] }),
  ).toEqual([]);
  const again = { ...MATCHING, effects: [MAIL, CALL, { ...APPLY, deadLettered: 1, replays: 1 }] };
  expect(findMismatches(again, { mails: ["retention"] })).toEqual([]);
});

test.each<[string, Partial<CustomerTraces>, RegExp]>([
  ["another status", atStripe({ status: "past_due" }), /^subscription sub_1 is .*past_due/],
  ["another item", atStripe({ items: [] }), /^subscription sub_1/],
  ["a discount that has ended", atStripe({ discounts: [] }), /^subscription sub_1/],
  ["a scheduled change", atStripe({ scheduled: "x at 1" }), /^subscription sub_1/],
  ["a change that awaits payment", atStripe({ awaiting: "x" }), /^subscription sub_1/],
  [
    "a resumed subscription that still ends",
    {
      saved: { ...MATCHING.saved, ...atStripe({ isEnding: true }).atStripe },
      ...atStripe({ isEnding: true }),
    },
    /^resume is applied, and sub_1 ends at Stripe$/,
  ],
  [
    "a cancelled subscription that goes on",
    { subscriptionRequests: [{ subscriptionId: "sub_1", kind: "cancel", state: "applied" }] },
    /^cancel is applied, and sub_1 goes on at Stripe$/,
  ],
  [
    "a pending request",
    { subscriptionRequests: [{ subscriptionId: "sub_1", kind: "resume", state: "pending" }] },
    /^resume is pending$/,
  ],
  [
    "an offer that Stripe does not have",
    { withOfferAtStripe: [] },
    /^offer for sub_1 is applied only in our tables$/,
  ],
  [
    "a missing order",
    { atStripe: { ...MATCHING.atStripe, orders: {} } },
    /^order in_1 is .*, at Stripe undefined$/,
  ],
  [
    "a refund request whose money was not refunded",
    { refundRequests: [{ subscriptionId: "sub_1", state: "refunded" }] },
    /^refund request for sub_1 is refunded$/,
  ],
  [
    "an approved refund request",
    { refundRequests: [{ subscriptionId: "sub_1", state: "approved" }] },
    /^refund request for sub_1 is approved$/,
  ],
  [
    "an open event",
    { events: [{ type: "CardExpiring", state: "open" }] },
    /^CardExpiring is open$/,
  ],
  [
    "a dead-lettered effect",
    { effects: [MAIL, DEAD_LETTERED] },
    /^dead-lettered are \[RetentionApplied\/apply-subscription-request\]/,
  ],
  [
    "a pending effect",
    { effects: [MAIL, { ...APPLY, status: "pending", completed: 0 }] },
    /apply-subscription-request is pending$/,
  ],
  [
    "an effect without an audit row",
    { effects: [MAIL, { ...APPLY, completed: 0 }] },
    /apply-subscription-request is completed, audited 0 times$/,
  ],
  [
    "a replay without a dead-lettered run",
    { effects: [MAIL, { ...APPLY, replays: 1 }] },
    /apply-subscription-request was dead-lettered 0 times$/,
  ],
  ["a missing mail", { inbox: [] }, /^mails are \[\] instead of \[retention\]$/],
  [
    "a duplicate mail",
    { inbox: [SENT, SENT] },
    /^mails are \[retention, retention\] instead of \[retention\]$/,
  ],
  [
    "a mail with another subject",
    { inbox: [{ ...SENT, subject: "Hello" }] },
    /^mail retention has the subject "Hello"$/,
  ],
  [
    "a missing team mail",
    { inbox: [SENT] },
    /^mail of RetentionApplied\/send-team-billing-mail arrived 0 times$/,
  ],
  [
    "an unexpected mail",
    { inbox: [SENT, { key: null, subject: "Hello", to: "customer" }] },
    /^no effect sent "Hello"$/,
  ],
])("error: %s", (_, change, message) => {
  expect(findMismatches({ ...MATCHING, ...change }, { mails: ["retention"] })).toContainEqual(
    expect.stringMatching(message),
  );
});

test("one difference: one error", () => {
  expect(
    findMismatches({ ...MATCHING, ...atStripe({ periodEnd: 1 }) }, { mails: ["retention"] }),
  ).toHaveLength(1);
});
