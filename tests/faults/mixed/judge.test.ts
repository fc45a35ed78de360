import { describe, expect, test } from "vitest";
import type { Violation } from "../judge.ts";
import {
  type CustomerAction,
  type CustomerActionAttempt,
  checkActions,
  checkBillingRecords,
  checkEvents,
  checkRequests,
  type Seen,
  type SeenEvent,
} from "./judge.ts";

const ADA = "ada@mixed.example";
const OFFER = "tidepost_retention_20";

const answered = (status = 200, code: string | null = null): CustomerActionAttempt => ({
  sentMs: 0,
  endedMs: 5,
  outcome: "answer",
  status,
  code,
  wasHeard: true,
});
const unanswered: CustomerActionAttempt = {
  sentMs: 100,
  endedMs: 200,
  outcome: "silence",
  reason: "reset",
};

const granted = (
  kind: CustomerAction["kind"],
  change: CustomerAction["change"] = null,
): CustomerAction => ({
  who: ADA,
  kind,
  subscriptionId: "sub_1",
  attempts: [answered()],
  isAccepted: true,
  change,
});

function event(type: string, effects: string[], more: Partial<SeenEvent> = {}): SeenEvent {
  return {
    id: `evt_${type}`,
    type,
    actor: "system",
    subscriptionId: "sub_1",
    orderId: null,
    refundedPence: null,
    who: null,
    state: "completed",
    effects,
    ...more,
  };
}

/**
 * A correct run: Ada signed up, bought, upgraded, cancelled and accepted the offer; Bob bought
 * twice and was refunded once.
 */
function allWell(): Seen {
  const events = [
    event("AccountCreated", ["audit"], { subscriptionId: null, who: ADA }),
    event("CheckoutCompleted", ["welcome-mail", "audit"]),
    event("SubscriptionChanged", ["customer-mail"]),
    event("SubscriptionCancelled", ["apply-subscription-request", "customer-mail"], {
      actor: "user",
    }),
    event("RetentionApplied", ["apply-subscription-request", "customer-mail"], { actor: "user" }),
    event("CheckoutCompleted", [], { id: "evt_second", subscriptionId: "sub_2" }),
    event("DuplicateSubscriptionFound", ["duplicate-refund"], { subscriptionId: "sub_3" }),
    event("RefundIssued", [], { subscriptionId: "sub_2", orderId: "in_2", refundedPence: 97_00 }),
    event("SubscriptionEnded", [], { subscriptionId: "sub_2" }),
  ];
  const effects = events.flatMap(({ id, effects: names }) =>
    names.map((effect) => ({
      eventId: id,
      effect,
      status: "done",
      key: `${id}/${effect}`,
      externalId: effect.includes("mail") ? "mail_1" : null,
      lastError: null,
    })),
  );
  const priceIds = ["premium"];
  const one = { id: "sub_1", customerId: "cus_1", status: "active", isEnding: false, priceIds };
  const two = { ...one, id: "sub_2", customerId: "cus_2", status: "canceled", coupons: [] };
  const paid = { id: "ch_1", paidPence: 97_00, refundedPence: 0, refunds: 0 };
  const returned = { ...paid, id: "ch_2", refundedPence: 97_00, refunds: 1 };
  return {
    acts: [
      granted("sign-up"),
      granted("checkout"),
      granted("change", { when: "now", priceIds, isCharged: true }),
      granted("cancel"),
      granted("claim"),
      { ...granted("refund"), subscriptionId: "sub_2" },
    ],
    accounts: [{ who: ADA }],
    owners: new Map([["cus_1", ADA]]),
    events,
    effects,
    audits: effects.map(({ eventId, effect }) => ({ eventId, action: `effect.${effect}` })),
    mails: effects
      .filter(({ externalId }) => externalId !== null)
      .map(({ key }) => ({ key, to: ADA })),
    subscriptionRequests: [
      { subscriptionId: "sub_1", kind: "cancel", state: "applied" },
      { subscriptionId: "sub_1", kind: "resume", state: "applied" },
    ],
    redemptions: [{ subscriptionId: "sub_1", state: "applied" }],
    refundRequests: [{ subscriptionId: "sub_2", state: "refunded" }],
    kept: [
      { ...one, coupons: [OFFER], isDuplicate: false },
      { ...two, isDuplicate: false },
      { ...two, id: "sub_3", isDuplicate: true },
    ],
    there: [
      { ...one, coupons: [OFFER], changesPaid: 1, payments: [paid] },
      { ...two, changesPaid: 0, payments: [returned] },
      { ...two, id: "sub_3", changesPaid: 0, payments: [{ ...returned, id: "ch_3" }] },
    ],
    drifted: 0,
  };
}

function but<K extends keyof Seen>(key: K, change: (list: Seen[K]) => Seen[K]): Seen {
  const well = allWell();
  return { ...well, [key]: change(well[key]) };
}

type Lists = { [K in keyof Seen]: Seen[K] extends readonly unknown[] ? K : never }[keyof Seen];

function butFirst<K extends Lists>(
  key: K,
  change: Partial<Seen[K][number]>,
  well: Seen = allWell(),
): Seen {
  const [head, ...rest] = well[key];
  return { ...well, [key]: [{ ...head, ...change }, ...rest] };
}

const without =
  <T>(isGone: (item: T) => boolean) =>
  (list: readonly T[]): T[] =>
    list.filter((item) => !isGone(item));

const again = <T>(list: readonly T[]): T[] => [...list, ...list.slice(0, 1)];

const kindsOf = (violations: readonly Violation[]) => [
  ...new Set(violations.map(({ kind }) => kind)),
];

test("successful run: no error", () => {
  const well = allWell();
  expect([...checkEvents(well), ...checkBillingRecords(well), ...checkRequests(well)]).toEqual([]);
});

describe("events and their effects", () => {
  test.each<[string, string, Seen]>([
    ["an event that is open", "lost", butFirst("events", { state: "open" })],
    ["an effect that was never begun", "lost", but("effects", (list) => list.slice(1))],
    ["an effect that is pending", "lost", butFirst("effects", { status: "pending" })],
    [
      "an effect that died of a fault that passes",
      "lost",
      butFirst("effects", { status: "dead", lastError: "network" }),
    ],
    [
      "an effect of another kind that was refused",
      "lost",
      butFirst("effects", { status: "dead", lastError: "StripeRejected: Stripe: refused" }),
    ],
    ["an unexpected effect", "wrong", butFirst("events", { effects: [] })],
    ["an audit row too few", "lost", but("audits", (list) => list.slice(1))],
    ["an audit row too many", "duplicated", but("audits", again)],
    ["a mail too few", "lost", but("mails", (list) => list.slice(1))],
    ["a mail too many", "duplicated", but("mails", again)],
    ["a mail about nothing", "wrong", but("mails", (list) => [...list, { key: "other", to: ADA }])],
  ])("reports %s", (_, kind, seen) => {
    expect(kindsOf(checkEvents(seen))).toEqual([kind]);
  });

  test("dead-lettered effect that Stripe rejected, customer notified: no error", () => {
    const dead = but("effects", (list) =>
      list.map((effect) =>
        effect.eventId === "evt_RetentionApplied" && effect.effect === "apply-subscription-request"
          ? {
              ...effect,
              status: "dead",
              lastError: "StripeRejected: Stripe: resource_missing (400)",
            }
          : effect,
      ),
    );
    expect(kindsOf(checkEvents(dead))).toEqual(["lost"]);
    const told = [...dead.events, event("SubscriptionRequestRejected", [])];
    expect(checkEvents({ ...dead, events: told })).toEqual([]);
  });
});

describe("our tables and Stripe", () => {
  test.each<[string, string, Seen]>([
    ["a subscription that only Stripe has", "lost", but("kept", (list) => list.slice(1))],
    ["a subscription that only our tables have", "wrong", but("there", (list) => list.slice(1))],
    ["another status", "wrong", butFirst("kept", { status: "past_due" })],
    ["an end that Stripe does not have", "wrong", butFirst("kept", { isEnding: true })],
    ["other items", "wrong", butFirst("there", { priceIds: ["starter"] })],
    ["a coupon that only Stripe has", "wrong", butFirst("kept", { coupons: [] })],
    ["an offer applied that was not accepted", "wrong", but("redemptions", () => [])],
    ["a customer with drift", "wrong", but("drifted", () => 1)],
    [
      "money of a second purchase that was kept",
      "lost",
      but("there", (list) =>
        list.map((one) =>
          one.id === "sub_3"
            ? { ...one, payments: [{ id: "ch_3", paidPence: 1, refundedPence: 0, refunds: 0 }] }
            : one,
        ),
      ),
    ],
    [
      "a payment refunded twice",
      "duplicated",
      butFirst("there", { payments: [{ id: "ch_1", paidPence: 9, refundedPence: 9, refunds: 2 }] }),
    ],
    [
      "more given back than was paid",
      "wrong",
      butFirst("there", {
        payments: [{ id: "ch_1", paidPence: 9, refundedPence: 10, refunds: 1 }],
      }),
    ],
  ])("reports %s", (_, kind, seen) => {
    expect(kindsOf(checkBillingRecords(seen))).toEqual([kind]);
  });

  test("reports two open subscriptions of one customer", () => {
    const well = allWell();
    const second = { id: "sub_9", customerId: "cus_9" };
    const seen = {
      ...well,
      owners: new Map([...well.owners, ["cus_9", ADA]]),
      kept: [
        ...well.kept,
        ...well.kept.slice(0, 1).map((row) => ({ ...row, ...second, coupons: [] })),
      ],
      there: [
        ...well.there,
        ...well.there.slice(0, 1).map((row) => ({ ...row, ...second, coupons: [] })),
      ],
    };
    expect(checkBillingRecords(seen)).toMatchObject([{ kind: "duplicated", about: ADA }]);
  });

  test("reports a retention offer applied twice", () => {
    const coupons = [OFFER, OFFER];
    const seen = butFirst("kept", { coupons }, butFirst("there", { coupons }));
    expect(kindsOf(checkBillingRecords(seen))).toEqual(["duplicated"]);
  });
});

describe("accepted requests", () => {
  const ofType = (type: string) => (one: SeenEvent) => one.type === type;
  const repeated = (type: string) => (list: readonly SeenEvent[]) => [
    ...list,
    ...list.filter(ofType(type)),
  ];

  test.each<[string, string, Seen]>([
    ["a missing account", "lost", but("accounts", () => [])],
    ["an account that is there twice", "duplicated", but("accounts", again)],
    ["an account that was told twice", "duplicated", but("events", repeated("AccountCreated"))],
    [
      "a purchase without a subscription",
      "lost",
      but("acts", (list) => [...list, { ...granted("checkout"), subscriptionId: "sub_9" }]),
    ],
    [
      "a purchase without an event",
      "lost",
      but("events", without(ofType("DuplicateSubscriptionFound"))),
    ],
    [
      "a purchase with two events",
      "duplicated",
      but("events", repeated("DuplicateSubscriptionFound")),
    ],
    ["an end that was never told", "lost", but("events", without(ofType("SubscriptionEnded")))],
    ["an end that was told twice", "duplicated", but("events", repeated("SubscriptionEnded"))],
    [
      "an end that is still pending",
      "lost",
      butFirst("subscriptionRequests", { state: "pending" }),
    ],
    ["an offer that is still pending", "lost", butFirst("redemptions", { state: "pending" })],
    [
      "a cancellation without an event",
      "lost",
      but("events", without(ofType("SubscriptionCancelled"))),
    ],
    ["an offer that was told twice", "duplicated", but("events", repeated("RetentionApplied"))],
    [
      "a subscription that ends although it was resumed",
      "wrong",
      butFirst("there", { isEnding: true }),
    ],
    ["an unpaid change", "lost", butFirst("there", { changesPaid: 0 })],
    ["a change paid twice", "duplicated", butFirst("there", { changesPaid: 2 })],
    ["a change that was not made", "wrong", butFirst("there", { priceIds: ["starter"] })],
    ["a missing refund request", "lost", but("refundRequests", () => [])],
    [
      "money that was promised and not given",
      "lost",
      butFirst("refundRequests", { state: "approved" }),
    ],
    ["money that was told of twice", "duplicated", but("events", repeated("RefundIssued"))],
  ])("reports %s", (_, kind, seen) => {
    expect(kindsOf(checkRequests(seen))).toEqual([kind]);
  });

  test("plan change rejected after a lost response: its payment is no error", () => {
    const doubtful: CustomerAction = {
      ...granted("change", { when: "now", priceIds: ["plus"], isCharged: true }),
      isAccepted: false,
      attempts: [unanswered, answered(409, "amount_changed")],
    };
    const seen = but("acts", (list) => [...list, doubtful]);
    expect(checkRequests(butFirst("there", { changesPaid: 2 }, seen))).toEqual([]);
  });
});

describe("responses", () => {
  const judge = (attempts: CustomerActionAttempt[], absences = [{ fromMs: 0, toMs: 150 }]) =>
    checkActions([{ ...granted("cancel"), attempts }], absences).map(({ sentence }) => sentence);

  test("clear errors, lost responses, then the requested result: no error", () => {
    const passing = answered(503, "payments_unavailable");
    expect(judge([passing, unanswered, answered(409, "no_subscription"), answered()])).toEqual([]);
  });

  test.each([
    [500, "internal"],
    [503, null],
    [429, "rate_limited"],
    [401, "unauthenticated"],
    [403, "not_your_subscription"],
  ])("error %i with code %s: reported", (status, code) => {
    expect(judge([answered(status, code)])).toHaveLength(1);
  });

  test("missing response while the edge runs: reported", () => {
    expect(judge([unanswered], [{ fromMs: 250, toMs: 300 }])).toHaveLength(1);
  });
});
