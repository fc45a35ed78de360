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
const SETTLE: TracedEffect = {
  name: "RetentionApplied/settle",
  status: "done",
  key: "evt_1/settle",
  done: 1,
  givenUp: 0,
  replays: 0,
  mail: null,
};
const MAIL: TracedEffect = {
  ...SETTLE,
  name: "RetentionApplied/customer-mail",
  key: "evt_1/customer-mail",
  mail: "retention",
};
const SENT = {
  key: MAIL.key,
  subject: "Thank you for staying: 20% off your next 3 payments",
  to: "customer",
} as const;
const CALL: TracedEffect = {
  ...SETTLE,
  name: "RetentionApplied/team-mail",
  key: "evt_1/team-mail",
  mail: "strategy-call",
};

const AGREED: CustomerTraces = {
  here: { subscriptions: { sub_1: SUBSCRIPTION }, orders: { in_1: ORDER } },
  there: { subscriptions: { sub_1: SUBSCRIPTION }, orders: { in_1: ORDER } },
  subscriptionRequests: [{ subscriptionId: "sub_1", kind: "resume", state: "applied" }],
  redemptions: [{ subscriptionId: "sub_1", isApplied: true, isRefused: false }],
  marked: ["sub_1"],
  refundRequests: [{ subscriptionId: "sub_1", state: "declined" }],
  events: [{ type: "RetentionApplied", state: "completed" }],
  effects: [MAIL, SETTLE, CALL],
  inbox: [SENT, { key: CALL.key, subject: "Strategy call to arrange", to: "team" }],
};
const DEAD: TracedEffect = { ...SETTLE, status: "dead", done: 0, givenUp: 1 };

const there = (change: object) => ({
  there: { ...AGREED.there, subscriptions: { sub_1: { ...SUBSCRIPTION, ...change } } },
});

test("matching state: no error", () => {
  expect(findMismatches(AGREED, { mails: ["retention"] })).toEqual([]);
});

test("emails without a fixed order: accepted in either order, and no others", () => {
  const ended = { ...MAIL, name: "SubscriptionEnded/customer-mail", key: "evt_2", mail: "ended" };
  const told = { ...SENT, key: "evt_2", subject: "Your Tidepost subscription has ended" };
  const both = {
    ...AGREED,
    effects: [MAIL, ended, SETTLE, CALL],
    inbox: [...AGREED.inbox, told],
  };
  expect(findMismatches(both, { mails: [["ended", "retention"]] })).toEqual([]);
  expect(findMismatches(both, { mails: [["retention", "ended"]] })).toEqual([]);
  expect(findMismatches(both, { mails: ["ended", "retention"] })).toHaveLength(1);
  expect(findMismatches(both, { mails: [["ended", "retention"], "ended"] })).toHaveLength(1);
});

test("expected dead-lettered effect, or one replayed since: no error", () => {
  const dead = { ...AGREED, effects: [MAIL, CALL, DEAD], events: [] };
  expect(findMismatches(dead, { mails: ["retention"], dead: [SETTLE.name] })).toEqual([]);
  const again = { ...AGREED, effects: [MAIL, CALL, { ...SETTLE, givenUp: 1, replays: 1 }] };
  expect(findMismatches(again, { mails: ["retention"] })).toEqual([]);
});

test.each<[string, Partial<CustomerTraces>, RegExp]>([
  ["another status", there({ status: "past_due" }), /^subscription sub_1 is .*past_due/],
  ["another item", there({ items: [] }), /^subscription sub_1/],
  ["a discount that has ended", there({ discounts: [] }), /^subscription sub_1/],
  ["a scheduled change", there({ scheduled: "x at 1" }), /^subscription sub_1/],
  ["a change that awaits payment", there({ awaiting: "x" }), /^subscription sub_1/],
  [
    "an end that was taken back here alone",
    {
      here: { ...AGREED.here, ...there({ isEnding: true }).there },
      ...there({ isEnding: true }),
    },
    /^wish to resume is applied, and sub_1 ends there$/,
  ],
  [
    "an end that is set here alone",
    { subscriptionRequests: [{ subscriptionId: "sub_1", kind: "cancel", state: "applied" }] },
    /^wish to cancel is applied, and sub_1 goes on there$/,
  ],
  [
    "an end without an event",
    { subscriptionRequests: [{ subscriptionId: "sub_1", kind: "resume", state: "pending" }] },
    /^wish to resume is pending$/,
  ],
  ["an offer that is given here alone", { marked: [] }, /^offer for sub_1 is given here alone$/],
  [
    "a missing order",
    { there: { ...AGREED.there, orders: {} } },
    /^order in_1 is .*, there undefined$/,
  ],
  [
    "money that was to go back and has not",
    { refundRequests: [{ subscriptionId: "sub_1", state: "refunded" }] },
    /^refund request for sub_1 is refunded$/,
  ],
  [
    "money that is still to go back",
    { refundRequests: [{ subscriptionId: "sub_1", state: "approved" }] },
    /^refund request for sub_1 is approved$/,
  ],
  [
    "an event that is open",
    { events: [{ type: "CardExpiring", state: "open" }] },
    /^CardExpiring is open$/,
  ],
  ["a dead effect", { effects: [MAIL, DEAD] }, /^dead are \[RetentionApplied\/settle\]/],
  [
    "an effect that is pending",
    { effects: [MAIL, { ...SETTLE, status: "pending", done: 0 }] },
    /settle is pending$/,
  ],
  [
    "an effect that the audit log does not have",
    { effects: [MAIL, { ...SETTLE, done: 0 }] },
    /settle is done, audited 0 times$/,
  ],
  [
    "a dead-lettered event that was not expected",
    { effects: [MAIL, { ...SETTLE, replays: 1 }] },
    /settle was given up 0 times$/,
  ],
  ["a missing mail", { inbox: [] }, /^mails are \[\] instead of \[retention\]$/],
  [
    "a duplicate mail",
    { inbox: [SENT, SENT] },
    /^mails are \[retention, retention\] instead of \[retention\]$/,
  ],
  [
    "a mail with another's subject",
    { inbox: [{ ...SENT, subject: "Hello" }] },
    /^mail retention is headed "Hello"$/,
  ],
  [
    "a missing team mail",
    { inbox: [SENT] },
    /^mail of RetentionApplied\/team-mail has arrived 0 times$/,
  ],
  [
    "an unexpected mail",
    { inbox: [SENT, { key: null, subject: "Hello", to: "customer" }] },
    /^no effect has sent "Hello"$/,
  ],
])("error: %s", (_, change, fault) => {
  expect(findMismatches({ ...AGREED, ...change }, { mails: ["retention"] })).toContainEqual(
    expect.stringMatching(fault),
  );
});

test("one difference: one error", () => {
  expect(
    findMismatches({ ...AGREED, ...there({ periodEnd: 1 }) }, { mails: ["retention"] }),
  ).toHaveLength(1);
});
