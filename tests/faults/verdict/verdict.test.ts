import { describe, expect, test } from "vitest";
import type { ActionKind, CustomerAction } from "../clients/customer-actions.ts";
import type { Attempt } from "../clients/http-client.ts";
import { makeEnquiry } from "../clients/make-enquiry.ts";
import type { BillingState, EventRow, Records, SentMail } from "./state.ts";
import { findViolations, type RunResult } from "./verdict.ts";

const TEAM = "Team <team@tidepost.example>";
const ADA = "ada@shop.example";
const OFFER = "tidepost_retention_20";
const DELAYED = "email.delivery_delayed";
const ENQUIRIES = [makeEnquiry(0), makeEnquiry(1)] as const;
const [FIRST, SECOND] = ENQUIRIES.map(({ idempotencyKey }) => idempotencyKey);

const answered = (status = 200, code: string | null = null, id: string | null = null): Attempt => ({
  sentMs: 0,
  endedMs: 5,
  outcome: "response",
  status,
  code,
  id,
  wasHeard: true,
});
const created = (id: string, status = 201) => answered(status, null, id);
const unanswered: Attempt = { sentMs: 100, endedMs: 200, outcome: "no response", reason: "reset" };

const accepted = (kind: ActionKind, change: CustomerAction["change"] = null): CustomerAction => ({
  email: ADA,
  kind,
  subscriptionId: "sub_1",
  attempts: [answered()],
  isAccepted: true,
  change,
});

function event(type: string, effects: string[], more: Partial<EventRow> = {}): EventRow {
  return {
    id: `evt_${type}`,
    type,
    actor: "system",
    aggregateId: "sub_1",
    email: null,
    subscriptionId: "sub_1",
    orderId: null,
    refundedPence: null,
    postId: null,
    state: "completed",
    publishCount: 0,
    occurredMs: 0,
    expectedEffects: effects,
    ...more,
  };
}

const RECEIPT = "evt_DecisionsAnnounced";
/** Approved and published, changed, and only opened. */
const [APPROVED, CHANGED, OPENED] = ["post_1", "post_2", "post_3"] as const;
const conflict = answered(409, "post_decided");

const aboutPost = (type: string, postId: string, effects: string[] = ["audit"]) =>
  event(type, effects, { id: `evt_${type}_${postId}`, postId, subscriptionId: null });

/**
 * A run without an error: two enquiries; decisions about two of three posts; Ada signed up, bought, upgraded, cancelled and accepted
 * the offer; a second customer bought twice, lost the duplicate and was refunded.
 */
function goodRun() {
  const events = [
    ...ENQUIRIES.map((_, index) =>
      event("ContactSubmitted", ["send-team-notification", "send-auto-reply", "audit"], {
        id: `evt_${index}`,
        aggregateId: `row_${index}`,
        subscriptionId: null,
      }),
    ),
    event("AccountCreated", ["audit"], { subscriptionId: null, email: ADA }),
    event("CheckoutCompleted", ["send-billing-mail", "audit"]),
    event("SubscriptionChanged", ["send-billing-mail"]),
    event("SubscriptionCancelled", ["apply-subscription-request", "send-billing-mail"], {
      actor: "user",
    }),
    event("RetentionApplied", ["apply-subscription-request", "send-billing-mail"], {
      actor: "user",
    }),
    event("CheckoutCompleted", [], { id: "evt_second", subscriptionId: "sub_2" }),
    event("DuplicateSubscriptionFound", ["refund-and-cancel"], { subscriptionId: "sub_3" }),
    event("RefundIssued", [], { subscriptionId: "sub_2", orderId: "in_2", refundedPence: 97_00 }),
    event("SubscriptionEnded", [], { subscriptionId: "sub_2" }),
    aboutPost("PostApproved", APPROVED),
    aboutPost("PostPublished", APPROVED),
    aboutPost("PostChangesRequested", CHANGED),
    event("DecisionsAnnounced", ["send-decision-receipt"], { subscriptionId: null }),
  ];
  const effects = events.flatMap(({ id, expectedEffects }) =>
    expectedEffects.map((effect) => ({
      eventId: id,
      effect,
      status: "completed",
      idempotencyKey: `${id}/${effect}`,
      externalId: effect.startsWith("send-") ? "mail_1" : null,
      lastError: null,
    })),
  );
  const records: Omit<Records, "reports"> = {
    accounts: [{ email: ADA }],
    submissions: ENQUIRIES.map(({ idempotencyKey, email }, index) => ({
      id: `row_${index}`,
      idempotencyKey,
      email,
    })),
    events,
    effects,
    audits: effects.map(({ eventId, effect }) => ({ eventId, action: `effect.${effect}` })),
    undeliverable: [],
    decisions: [
      { postId: APPROVED, decision: "approved", announcedEventId: RECEIPT, publications: 1 },
      {
        postId: CHANGED,
        decision: "changes_requested",
        announcedEventId: RECEIPT,
        publications: 0,
      },
      { postId: OPENED, decision: null, announcedEventId: null, publications: 0 },
    ],
  };
  const mails: SentMail[] = effects
    .filter(({ externalId }) => externalId !== null)
    .map(({ eventId, effect, idempotencyKey }) => {
      const enquiry = ENQUIRIES.find((_, index) => eventId === `evt_${index}`);
      const id = `mail of ${idempotencyKey}`;
      return effect === "send-team-notification"
        ? { id, to: TEAM, replyTo: enquiry?.email ?? null, idempotencyKey }
        : { id, to: enquiry?.email ?? ADA, replyTo: null, idempotencyKey };
    });
  const priceIds = ["premium"];
  const one = {
    id: "sub_1",
    customerId: "cus_1",
    status: "active",
    isCancelScheduled: false,
    priceIds,
    coupons: [OFFER],
  };
  const two = { ...one, id: "sub_2", customerId: "cus_2", status: "canceled", coupons: [] };
  const three = { ...two, id: "sub_3" };
  const paid = { id: "ch_1", paidPence: 97_00, refundedPence: 0, refunds: 0 };
  const refunded = { ...paid, id: "ch_2", refundedPence: 97_00, refunds: 1 };
  return {
    enquiries: ENQUIRIES,
    attempts: new Map<string, Attempt[]>(
      ENQUIRIES.map(({ idempotencyKey }, index) => [idempotencyKey, [created(`row_${index}`)]]),
    ),
    decisions: {
      actions: [
        { postId: APPROVED, decision: "approved", attempts: [answered(), answered()] },
        { postId: APPROVED, decision: "changes_requested", attempts: [unanswered, conflict] },
        { postId: CHANGED, decision: "approved", attempts: [conflict] },
        { postId: CHANGED, decision: "changes_requested", attempts: [answered()] },
      ],
      untouched: [OPENED],
    },
    edgeOutages: [{ fromMs: 0, toMs: 150 }],
    records: {
      ...records,
      reports: mails.map(({ id }) => ({ emailId: id, type: "email.delivered" })),
    },
    mails,
    teamEmail: TEAM,
    billing: {
      actions: [
        accepted("sign-up"),
        accepted("checkout"),
        accepted("plan-change", { when: "now", priceIds, isCharged: true }),
        accepted("cancel"),
        accepted("accept-offer"),
        { ...accepted("refund"), subscriptionId: "sub_2" },
      ],
      emails: new Map([["cus_1", ADA]]),
      subscriptionRequests: [
        { subscriptionId: "sub_1", kind: "cancel", state: "applied" },
        { subscriptionId: "sub_1", kind: "resume", state: "applied" },
      ],
      offers: [{ subscriptionId: "sub_1", state: "applied" }],
      refundRequests: [{ subscriptionId: "sub_2", state: "refunded" }],
      saved: [
        { ...one, isDuplicate: false },
        { ...two, isDuplicate: false },
        { ...three, isDuplicate: true },
      ],
      atStripe: [
        { ...one, changesPaid: 1, payments: [paid] },
        { ...two, changesPaid: 0, payments: [refunded] },
        { ...three, changesPaid: 0, payments: [{ ...refunded, id: "ch_3" }] },
      ],
      drifted: 0,
    },
  } satisfies RunResult;
}

type Billing = BillingState & { readonly actions: readonly CustomerAction[] };

function withRecords<K extends keyof Records>(
  key: K,
  change: (list: Records[K]) => Records[K],
): RunResult {
  const good = goodRun();
  return { ...good, records: { ...good.records, [key]: change(good.records[key]) } };
}

function withMails(change: (mails: SentMail[]) => SentMail[]): RunResult {
  const good = goodRun();
  return { ...good, mails: change(good.mails) };
}

function withBilling<K extends keyof Billing>(
  key: K,
  change: (value: Billing[K]) => Billing[K],
  run: RunResult = goodRun(),
): RunResult {
  const billing = run.billing ?? goodRun().billing;
  return { ...run, billing: { ...billing, [key]: change(billing[key]) } };
}

const edit =
  <T>(isMeant: (item: NoInfer<T>, index: number) => boolean, change: Partial<NoInfer<T>>) =>
  (list: readonly T[]): T[] =>
    list.map((item, index) => (isMeant(item, index) ? { ...item, ...change } : item));
const editFirst = <T>(change: Partial<NoInfer<T>>) => edit<T>((_, index) => index === 0, change);
const drop =
  <T>(isMeant: (item: NoInfer<T>) => boolean) =>
  (list: readonly T[]): T[] =>
    list.filter((item) => !isMeant(item));
const dropFirst = <T>(list: readonly T[]): T[] => list.slice(1);
const repeat =
  <T>(isMeant: (item: T) => boolean) =>
  (list: readonly T[]): T[] => [...list, ...list.filter(isMeant)];
const repeatFirst = <T>(list: readonly T[]): T[] => [...list, ...list.slice(0, 1)];
const ofType = (type: string) => (one: EventRow) => one.type === type;

const kindsOf = (run: RunResult) => [...new Set(findViolations(run).map(({ kind }) => kind))];

test("good run: no violation", () => {
  expect(findViolations(goodRun())).toEqual([]);
});

test("promise of an enquiry that comes due: no second event of the enquiry", () => {
  const run = withRecords("events", (events) => [
    ...events,
    ...events.slice(0, 1).map((event) => ({ ...event, id: "evt_due", type: "PromiseDue" })),
  ]);
  expect(run.records.events.filter(ofType("PromiseDue"))).toHaveLength(1);
  expect(kindsOf(run)).not.toContain("duplicated");
});

test("run without customers: no violation", () => {
  const good = goodRun();
  const isOfEnquiry = ({ eventId }: { eventId: string | null }) => /^evt_\d$/.test(eventId ?? "");
  const { records } = good;
  const mails = good.mails.filter(({ to }) => to !== ADA);
  expect(
    findViolations({
      ...good,
      billing: null,
      decisions: { actions: [], untouched: [] },
      mails,
      records: {
        ...records,
        events: records.events.filter(ofType("ContactSubmitted")),
        effects: records.effects.filter(isOfEnquiry),
        audits: records.audits.filter(isOfEnquiry),
        reports: records.reports.filter((one) => mails.some(({ id }) => id === one.emailId)),
        decisions: [],
      },
    }),
  ).toEqual([]);
});

describe("enquiries", () => {
  test.each<[string, string, RunResult]>([
    ["without its row", "lost", withRecords("submissions", dropFirst)],
    ["without its event", "lost", withRecords("events", dropFirst)],
    ["with an open event", "lost", withRecords("events", editFirst({ state: "open" }))],
    [
      "with a dead-lettered event",
      "lost",
      withRecords("events", editFirst({ state: "dead_lettered" })),
    ],
    ["without its team notification", "lost", withMails(dropFirst)],
    ["without its auto-reply", "lost", withMails((mails) => mails.toSpliced(1, 1))],
    ["with a second row", "duplicated", withRecords("submissions", repeatFirst)],
    ["with a second event", "duplicated", withRecords("events", repeatFirst)],
    ["with a second team notification", "duplicated", withMails(repeatFirst)],
    [
      "with an event of another type only",
      "lost",
      withRecords("events", editFirst({ type: "SubscriptionEnded" })),
    ],
    [
      "with an email to a stranger",
      "wrong",
      withMails((mails) => [
        ...mails,
        { id: "mail_1", to: "eve@elsewhere.example", replyTo: null, idempotencyKey: null },
      ]),
    ],
  ])("enquiry %s: %s", (_, kind, run) => {
    expect(kindsOf(run)).toContain(kind);
  });

  test("an event without its enquiry: wrong", () => {
    const run = withRecords("submissions", (rows) => rows.slice(0, 1));
    expect(findViolations(run)).toContainEqual(
      expect.objectContaining({ kind: "wrong", about: "evt_1" }),
    );
  });
});

describe("responses to an enquiry", () => {
  const violationsOfFirst = (...attempts: Attempt[]) => {
    const good = goodRun();
    good.attempts.set(FIRST ?? "", attempts);
    return findViolations(good);
  };
  const refused = answered(503, "unavailable");

  test("clear errors, no response during an outage, then the row twice: no violation", () => {
    expect(violationsOfFirst(refused, unanswered, created("row_0"), created("row_0", 200))).toEqual(
      [],
    );
  });

  test.each<[string, Attempt[]]>([
    ["two ids for one key", [created("row_0"), created("row_9", 200)]],
    ["two creations for one key", [created("row_0"), created("row_0")]],
    ["another id than the stored row's", [created("row_9")]],
    ["only refusals", [refused]],
    ["status 500", [answered(500, "internal"), created("row_0")]],
    ["status 503 without a code", [answered(503), created("row_0")]],
    ["status 429", [answered(429, "rate_limited"), created("row_0")]],
    ["status 201 without an id", [answered(201), created("row_0", 200)]],
    ["no response while the edge ran", [{ ...unanswered, sentMs: 160 }, created("row_0")]],
  ])("%s: wrong", (_, attempts) => {
    expect(violationsOfFirst(...attempts)).toMatchObject([{ kind: "wrong", about: FIRST }]);
  });

  test("names the key of the enquiry that is wrong", () => {
    const good = goodRun();
    good.attempts.set(SECOND ?? "", [refused]);
    expect(findViolations(good)).toMatchObject([{ kind: "wrong", about: SECOND }]);
  });
});

describe("responses to a customer", () => {
  const violationsOfCancel = (...attempts: Attempt[]) =>
    findViolations(
      withBilling(
        "actions",
        edit(({ kind }) => kind === "cancel", { attempts }),
      ),
    );

  test("clear errors, no response during an outage, then the result: no violation", () => {
    const outage = answered(503, "payments_unavailable");
    const conflict = answered(409, "no_subscription");
    expect(violationsOfCancel(outage, unanswered, conflict, answered())).toEqual([]);
  });

  test.each([
    [500, "internal"],
    [503, null],
    [429, "rate_limited"],
    [401, "unauthenticated"],
    [403, "not_your_subscription"],
  ])("status %i with code %s: wrong", (status, code) => {
    expect(violationsOfCancel(answered(status, code))).toMatchObject([{ kind: "wrong" }]);
  });

  test("no response while the edge ran: wrong", () => {
    expect(violationsOfCancel({ ...unanswered, sentMs: 160 })).toMatchObject([{ kind: "wrong" }]);
  });
});

describe("events and their effects", () => {
  const welcome = ({ effect }: { effect: string }) => effect === "send-billing-mail";

  test.each<[string, string, RunResult]>([
    [
      "open event",
      "lost",
      withRecords("events", edit(ofType("AccountCreated"), { state: "open" })),
    ],
    ["effect without a row", "lost", withRecords("effects", drop(welcome))],
    ["pending effect", "lost", withRecords("effects", edit(welcome, { status: "pending" }))],
    [
      "dead-lettered effect that Stripe did not reject",
      "lost",
      withRecords("effects", edit(welcome, { status: "dead_lettered", lastError: "network" })),
    ],
    [
      "dead-lettered effect that Stripe rejected, of another kind",
      "lost",
      withRecords(
        "effects",
        edit(welcome, { status: "dead_lettered", lastError: "StripeRejected: Stripe: no" }),
      ),
    ],
    [
      "unexpected effect",
      "wrong",
      withRecords("events", edit(ofType("SubscriptionChanged"), { expectedEffects: [] })),
    ],
    ["missing audit row", "lost", withRecords("audits", dropFirst)],
    ["second audit row", "duplicated", withRecords("audits", repeatFirst)],
    ["missing email", "lost", withMails((mails) => mails.slice(0, -1))],
    ["second email", "duplicated", withMails((mails) => [...mails, ...mails.slice(-1)])],
    [
      "email of no effect",
      "wrong",
      withMails((mails) => [
        ...mails,
        { id: "mail_1", to: ADA, replyTo: null, idempotencyKey: "other" },
      ]),
    ],
  ])("%s: %s", (_, kind, run) => {
    expect(kindsOf(run)).toContain(kind);
  });

  test("dead-lettered effect that Stripe rejected, customer notified: no violation", () => {
    const deadLettered = withRecords(
      "effects",
      edit(
        ({ eventId, effect }) =>
          eventId === "evt_RetentionApplied" && effect === "apply-subscription-request",
        { status: "dead_lettered", lastError: "StripeRejected: Stripe: resource_missing (400)" },
      ),
    );
    expect(kindsOf(deadLettered)).toEqual(["lost"]);
    const { records } = deadLettered;
    const events = [...records.events, event("SubscriptionRequestRejected", [])];
    expect(findViolations({ ...deadLettered, records: { ...records, events } })).toEqual([]);
  });
});

describe("deliveries", () => {
  const delayed = { emailId: `mail of ${RECEIPT}/send-decision-receipt`, type: DELAYED };

  test("delay before the delivery, and an alert that is not delivered yet: no violation", () => {
    const run = withRecords("reports", (list) => [...list, delayed]);
    const alert = { id: "mail_1", to: TEAM, replyTo: null, idempotencyKey: "alert.1" };
    expect(findViolations({ ...run, mails: [...run.mails, alert] })).toEqual([]);
  });

  test.each<[string, string, RunResult]>([
    ["email without a report", "lost", withRecords("reports", dropFirst)],
    ["email that is only delayed", "lost", withRecords("reports", editFirst({ type: DELAYED }))],
    ["email delivered twice", "duplicated", withRecords("reports", repeatFirst)],
    ["email that bounced", "wrong", withRecords("reports", editFirst({ type: "email.bounced" }))],
    [
      "report of an unknown email",
      "wrong",
      withRecords("reports", (list) => [...list, { ...delayed, emailId: "other" }]),
    ],
    [
      "address that gets no more email",
      "wrong",
      withRecords("undeliverable", () => [{ reason: "bounced" }]),
    ],
  ])("%s: %s", (_, kind, run) => {
    expect(findViolations(run)).toMatchObject([{ kind }]);
  });
});

describe("decisions", () => {
  const withDecision = (postId: string, change: Partial<Records["decisions"][number]>): RunResult =>
    withRecords(
      "decisions",
      edit((row) => row.postId === postId, change),
    );
  const withPresses = (...attempts: Attempt[]): RunResult => {
    const good = goodRun();
    const [first, ...others] = good.decisions.actions;
    const actions = first === undefined ? [] : [{ ...first, attempts }, ...others];
    return { ...good, decisions: { ...good.decisions, actions } };
  };

  test.each<[string, string, RunResult]>([
    ["answered decision without a row", "lost", withDecision(APPROVED, { decision: null })],
    ["decision without an event", "lost", withRecords("events", drop(ofType("PostApproved")))],
    ["decision without a receipt", "lost", withDecision(CHANGED, { announcedEventId: null })],
    [
      "decision whose receipt was never sent",
      "lost",
      withRecords(
        "effects",
        edit(({ eventId }) => eventId === RECEIPT, { externalId: null }),
      ),
    ],
    ["approved post that was not published", "lost", withDecision(APPROVED, { publications: 0 })],
    [
      "post with an event of each decision",
      "duplicated",
      withRecords("events", (list) => [...list, aboutPost("PostChangesRequested", APPROVED, [])]),
    ],
    [
      "post that was published twice",
      "duplicated",
      withRecords("events", repeat(ofType("PostPublished"))),
    ],
    ["response of another decision", "wrong", withPresses(answered(), conflict)],
    ["post published without its approval", "wrong", withDecision(CHANGED, { publications: 1 })],
    ["scanned post published", "wrong", withDecision(OPENED, { publications: 1 })],
    ["scanned post decided", "wrong", withDecision(OPENED, { decision: "approved" })],
    ["response without a known code", "wrong", withPresses(answered(), answered(404, "not_found"))],
    ["no response while the edge ran", "wrong", withPresses({ ...unanswered, sentMs: 160 })],
  ])("%s: %s", (_, kind, run) => {
    expect(kindsOf(run)).toContain(kind);
  });
});

describe("our tables and Stripe", () => {
  const ofDuplicate = ({ id }: { id: string }) => id === "sub_3";

  test.each<[string, string, RunResult]>([
    ["subscription only at Stripe", "lost", withBilling("saved", dropFirst)],
    ["subscription only in our tables", "wrong", withBilling("atStripe", dropFirst)],
    ["another status", "wrong", withBilling("saved", editFirst({ status: "past_due" }))],
    [
      "another scheduled end",
      "wrong",
      withBilling("saved", editFirst({ isCancelScheduled: true })),
    ],
    ["other items", "wrong", withBilling("saved", editFirst({ priceIds: ["starter"] }))],
    ["another coupon", "wrong", withBilling("saved", editFirst({ coupons: [] }))],
    ["applied offer that nobody accepted", "wrong", withBilling("offers", () => [])],
    ["customer with drift", "wrong", withBilling("drifted", () => 1)],
    [
      "second purchase without a refund",
      "lost",
      withBilling(
        "atStripe",
        edit(ofDuplicate, {
          payments: [{ id: "ch_3", paidPence: 1, refundedPence: 0, refunds: 0 }],
        }),
      ),
    ],
    [
      "payment refunded twice",
      "duplicated",
      withBilling(
        "atStripe",
        editFirst({ payments: [{ id: "ch_1", paidPence: 9, refundedPence: 9, refunds: 2 }] }),
      ),
    ],
    [
      "payment refunded by more than its amount",
      "wrong",
      withBilling(
        "atStripe",
        editFirst({ payments: [{ id: "ch_1", paidPence: 9, refundedPence: 10, refunds: 1 }] }),
      ),
    ],
    [
      "retention offer applied twice",
      "duplicated",
      withBilling(
        "saved",
        editFirst({ coupons: [OFFER, OFFER] }),
        withBilling("atStripe", editFirst({ coupons: [OFFER, OFFER] })),
      ),
    ],
    [
      "two open subscriptions of one customer",
      "duplicated",
      withBilling(
        "emails",
        () => new Map([["cus_1", ADA]]),
        withBilling("atStripe", (list) => [
          ...list,
          ...list.slice(0, 1).map((one) => ({ ...one, id: "sub_9" })),
        ]),
      ),
    ],
  ])("%s: %s", (_, kind, run) => {
    expect(kindsOf(run)).toContain(kind);
  });
});

describe("accepted actions", () => {
  test.each<[string, string, RunResult]>([
    ["sign-up without an account", "lost", withRecords("accounts", () => [])],
    ["sign-up with two accounts", "duplicated", withRecords("accounts", repeatFirst)],
    [
      "sign-up with two events",
      "duplicated",
      withRecords("events", repeat(ofType("AccountCreated"))),
    ],
    [
      "purchase without a subscription",
      "lost",
      withBilling("actions", (list) => [
        ...list,
        { ...accepted("checkout"), subscriptionId: "sub_9" },
      ]),
    ],
    [
      "duplicate purchase without an event",
      "lost",
      withRecords("events", drop(ofType("DuplicateSubscriptionFound"))),
    ],
    [
      "duplicate purchase with two events",
      "duplicated",
      withRecords("events", repeat(ofType("DuplicateSubscriptionFound"))),
    ],
    ["end without an event", "lost", withRecords("events", drop(ofType("SubscriptionEnded")))],
    [
      "end with two events",
      "duplicated",
      withRecords("events", repeat(ofType("SubscriptionEnded"))),
    ],
    [
      "pending cancellation",
      "lost",
      withBilling("subscriptionRequests", editFirst({ state: "pending" })),
    ],
    ["pending offer", "lost", withBilling("offers", editFirst({ state: "pending" }))],
    [
      "cancellation without an event",
      "lost",
      withRecords("events", drop(ofType("SubscriptionCancelled"))),
    ],
    [
      "offer with two events",
      "duplicated",
      withRecords("events", repeat(ofType("RetentionApplied"))),
    ],
    [
      "subscription that ends although it was resumed",
      "wrong",
      withBilling("atStripe", editFirst({ isCancelScheduled: true })),
    ],
    ["unpaid plan change", "lost", withBilling("atStripe", editFirst({ changesPaid: 0 }))],
    [
      "plan change paid twice",
      "duplicated",
      withBilling("atStripe", editFirst({ changesPaid: 2 })),
    ],
    [
      "plan change that was not made",
      "wrong",
      withBilling("atStripe", editFirst({ priceIds: ["starter"] })),
    ],
    ["refund without a request", "lost", withBilling("refundRequests", () => [])],
    [
      "approved refund that was not made",
      "lost",
      withBilling("refundRequests", editFirst({ state: "approved" })),
    ],
    ["refund with two events", "duplicated", withRecords("events", repeat(ofType("RefundIssued")))],
  ])("%s: %s", (_, kind, run) => {
    expect(kindsOf(run)).toContain(kind);
  });

  test("plan change rejected after a lost response: its payment is no violation", () => {
    const doubtful: CustomerAction = {
      ...accepted("plan-change", { when: "now", priceIds: ["plus"], isCharged: true }),
      isAccepted: false,
      attempts: [unanswered, answered(409, "amount_changed")],
    };
    const run = withBilling("actions", (list) => [...list, doubtful]);
    expect(findViolations(withBilling("atStripe", editFirst({ changesPaid: 2 }), run))).toEqual([]);
  });
});
