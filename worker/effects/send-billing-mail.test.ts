import { expect, test } from "vitest";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { COMPANY } from "#contracts/company.ts";
import {
  DomainEvent,
  EVENT_VERSIONS,
  type EventOf,
  type EventType,
} from "#contracts/events/catalogue.ts";
import { AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import type { Effect } from "../pipeline/effect.ts";
import { createEffects } from "./catalogue.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { LATE_BILLING_MAILS } from "./late-mail.ts";

type Contact = Awaited<ReturnType<EffectDeps["findCustomerContact"]>>;
const GRACE: Contact = {
  id: "cus_1",
  email: "grace@navy.example",
  receiptEmail: "grace@navy.example",
  firstName: "Grace",
  hasAccount: true,
  hasBrief: false,
  card: { brand: "visa", last4: "4242" },
  accountManager: null,
  isErased: false,
};
const ERASED: Contact = {
  id: "cus_1",
  email: null,
  receiptEmail: null,
  firstName: null,
  hasAccount: false,
  hasBrief: false,
  card: null,
  accountManager: null,
  isErased: true,
};

const CREDIT_NOTES = ["re_1", "re_2"].map((refundId, index) => ({
  id: `cn_${index}`,
  number: `TIDE-0001-CN-0${index + 1}`,
  amountPence: 97_00,
  url: `https://pay.stripe.example/credit_notes/${index}`,
  refundIds: [refundId],
}));

function setUp(contact: Contact, later: readonly string[] = []) {
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      findCustomerContact: (id) => Promise.resolve(id === "cus_1" ? contact : null),
      findLaterFacts: (id) =>
        Promise.resolve({
          id,
          later: later.map((type) => ({ type, request: null, resumes: false })),
          isCardReplaced: false,
          hasFirstEnded: false,
          isAnswered: false,
        }),
      listCreditNotes: () => Promise.resolve(CREDIT_NOTES),
      isReturningCustomer: (id) => Promise.resolve(id === "sub_back"),
      findDeclineReason: () => Promise.resolve("You had it in May."),
    }),
  );
  return {
    effects,
    sent,
    run: async (event: DomainEvent, name: string) => {
      const catalogue = effects[event.type] as Readonly<Record<string, Effect<EventType>>>;
      const effect = catalogue[name];
      if (effect === undefined) throw new Error(`${event.type} has no effect ${name}`);
      return effect.run(event, `${event.type} ${JSON.stringify(event.data)} ${name}`);
    },
  };
}

const FACTS = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: [PLAN.starter.priceId],
  amountPence: 97_00,
  payments: [],
  periodEnd: "2026-12-20T12:00:00.000Z",
};
const REFUND_REQUEST = {
  refundRequestId: "rfr_01KAHX2J3V7W8R9T0A1B2C3D4E",
  customerId: "cus_1",
  subscriptionId: "sub_1",
  amountPence: 97_00,
  currency: "eur",
};
const REFUND = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  orderId: "in_1",
  orderNumber: "TIDE-0001",
  currency: "gbp",
  amountPence: 97_00,
  refundedPence: 97_00,
  refundIds: ["re_2"],
  isAutomatic: false,
};

const event = <T extends EventType>(type: T, data: object) =>
  DomainEvent.parse(testEvent(type, data as EventOf<T>["data"])) as EventOf<T>;

const SECOND = { ...FACTS, firstSubscriptionId: "sub_0" };
const DUPLICATE = { ...FACTS, keptSubscriptionId: "sub_0" };
const DUE = { ...FACTS, orderId: "in_1", duePence: 77_60 };
test.each([
  event("PaymentFailed", DUE),
  event("PaymentOverdue", { ...DUE, day: 3 }),
  event("PaymentOverdue", { ...DUE, day: 12 }),
  event("SubscriptionUnpaid", DUE),
])(
  "open payment: the email's button names the sum of its order and leads to its subscription, $type %#",
  async (given) => {
    const { run, sent } = setUp(GRACE);
    await run(given, "send-billing-mail");
    const [mail] = sent.values();
    expect(mail?.text).toContain("Plan: Starter Package\nTo pay: £77.60");
    expect(mail?.text).toContain(
      "Pay £77.60 now:\nhttps://tidepost.example/pay?subscription=sub_1\n",
    );
  },
);

const PURCHASE = { ...FACTS, consentedCheckoutId: null, paidPence: 122_50 };
const OFFER = { ...FACTS, percentOff: 20, months: 3, reduced: [] };
const TO_CUSTOMER = [
  [event("RetentionApplied", { ...OFFER, resumes: false }), "retention"],
  [event("RetentionApplied", { ...OFFER, resumes: true }), "retention-resumed"],
  [event("SubscriptionCancelled", { ...FACTS, isImmediate: false }), "cancelled"],
  [
    event("SubscriptionCancelled", {
      ...FACTS,
      periodEnd: "2026-11-20T12:00:00.000Z",
      isImmediate: true,
    }),
    "cancelled-at-once",
  ],
  [event("SubscriptionResumed", FACTS), "resumed"],
  [
    event("PaymentOverdue", { ...FACTS, orderId: "in_1", duePence: 97_00, day: 7 }),
    "payment-reminder",
  ],
  [
    event("PaymentOverdue", { ...FACTS, orderId: "in_1", duePence: 97_00, day: 12 }),
    "payment-last-reminder",
  ],
  [event("RenewalAnnounced", { ...FACTS, duePence: 97_00, lastPence: 77_60 }), "renewal"],
  [
    event("PriceChangeAnnounced", {
      ...FACTS,
      startsAt: FACTS.periodEnd,
      duePence: 97_00,
      lastPence: 87_00,
    }),
    "price-change",
  ],
  [
    event("PriceChangeAnnounced", {
      ...FACTS,
      startsAt: FACTS.periodEnd,
      duePence: 97_00,
      lastPence: 97_00,
    }),
    "price-kept",
  ],
  [event("SubscriptionChanged", { ...FACTS, earlierPriceIds: [PLAN.plus.priceId] }), "changed"],
  [
    event("SubscriptionChangeScheduled", {
      ...FACTS,
      scheduledPriceIds: [PLAN.plus.priceId],
      at: FACTS.periodEnd,
    }),
    "change-scheduled",
  ],
  [event("SubscriptionChangeWithdrawn", FACTS), "change-withdrawn"],
  [event("SubscriptionEnded", { ...FACTS, reason: "disputed", hasEndedUnpaid: false }), "ended"],
  [
    event("SubscriptionEnded", { ...FACTS, reason: "disputed", hasEndedUnpaid: true }),
    "ended-unpaid",
  ],
  [
    event("SubscriptionEnded", { ...FACTS, reason: "never_paid", hasEndedUnpaid: false }),
    "never-begun",
  ],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "discount" }), "discount-refused"],
  [
    event("SubscriptionRequestRejected", { ...FACTS, request: "cancellation" }),
    "cancellation-refused",
  ],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "resumption" }), "resumption-refused"],
  [event("SecondSubscriptionFound", SECOND), "second-subscription"],
  [event("DuplicateSubscriptionFound", DUPLICATE), "duplicate"],
  [event("RefundRequested", REFUND_REQUEST), "refund-requested"],
  [event("RefundDeclined", REFUND_REQUEST), "refund-declined"],
  [event("RefundDisputed", REFUND_REQUEST), "refund-disputed"],
  [event("RefundFailed", REFUND), "refund-failed"],
  [event("RefundIssued", REFUND), "refunded"],
  [event("RefundIssued", { ...REFUND, isAutomatic: true }), "guarantee-refunded"],
] as const;

const effectOf = ({ type }: DomainEvent) =>
  type === "RefundDeclined" ? "send-refund-declined-mail" : "send-billing-mail";

test.each(TO_CUSTOMER.map(([given, kind]) => [given.type, kind, given] as const))(
  "%s: the customer gets one email, %s",
  async (_, kind, given) => {
    const { run, sent } = setUp(GRACE);
    const first = await run(given, effectOf(given));
    expect(await run(given, effectOf(given))).toEqual(first);
    expect(first.facts).toMatchObject({ mail: kind });
    expect([...sent.values()].map(({ to, replyTo }) => [to, replyTo])).toEqual([
      ["grace@navy.example", expect.stringContaining("@tidepost.example")],
    ]);
  },
);

test.each(TO_CUSTOMER.map(([given, kind]) => [given.type, kind, given] as const))(
  "%s: no email %s once a newer fact has replaced it",
  async (_, kind, given) => {
    const { by } = LATE_BILLING_MAILS[kind];
    for (const type of by.filter((one) => Object.hasOwn(EVENT_VERSIONS, one))) {
      const { run, sent } = setUp(GRACE, [type]);
      expect(await run(given, effectOf(given))).toEqual({
        externalId: null,
        facts: { outcome: "skipped", reason: "no_longer_true" },
      });
      expect(sent.size).toBe(0);
    }
  },
);

test.each([
  ["not found", null],
  ["without an email address", { ...ERASED, isErased: false }],
] as const)("customer %s: no email, and the effect is completed", async (_, contact) => {
  const { run, sent } = setUp(contact);
  expect(
    await run(
      event("SubscriptionCancelled", { ...FACTS, isImmediate: false }),
      "send-billing-mail",
    ),
  ).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "no_address" },
  });
  expect(sent.size).toBe(0);
});

test.each<DomainEvent>([
  ...TO_CUSTOMER.map(([given]) => given),
  event("SubscriptionEnded", { ...FACTS, reason: "requested", hasEndedUnpaid: false }),
])("erased customer: no email for $type", async (given) => {
  const { run, sent } = setUp(ERASED);
  expect(await run(given, effectOf(given))).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "erased" },
  });
  expect(sent.size).toBe(0);
});

test("declined refund: the customer reads the operator's reason", async () => {
  const { run, sent } = setUp(GRACE);
  await run(event("RefundDeclined", REFUND_REQUEST), "send-refund-declined-mail");
  const [mail] = sent.values();
  expect(mail?.text).toContain("Why: You had it in May.");
});

test("no mail about a subscription advertises: none offers a code", async () => {
  const { run, sent } = setUp(GRACE);
  for (const [given] of TO_CUSTOMER) await run(given, effectOf(given));
  for (const { text } of sent.values()) expect(text).not.toContain(COMEBACK_OFFER.code);
});

test("an end by a claim under the guarantee: only the mail about the refund tells the customer, and the team had its mail", () => {
  const { effects } = setUp(GRACE);
  const ended = { ...FACTS, reason: "other", hasEndedUnpaid: false };
  for (const isClaimed of [true, false]) {
    const given = event("SubscriptionEnded", { ...ended, isClaimed });
    expect(effects.SubscriptionEnded["send-billing-mail"]?.when?.(given)).toBe(!isClaimed);
    expect(effects.SubscriptionEnded["send-team-billing-mail"]?.when?.(given)).toBe(!isClaimed);
  }
});

test.each([
  ["cancelled", "bookedPriceIds", "This also cancels the change you’d booked (Starter Package)."],
  ["resumed", "lostPriceIds", "removed the change you’d booked (Starter Package)"],
] as const)("%s beside a booked change: one mail says both", async (kind, field, sentence) => {
  const { run, sent } = setUp(GRACE);
  const type = kind === "cancelled" ? "SubscriptionCancelled" : "SubscriptionResumed";
  const data = { ...FACTS, ...(kind === "cancelled" && { isImmediate: false }) };
  await run(event(type, { ...data, [field]: [PLAN.starter.priceId] }), "send-billing-mail");
  await run(event(type, data), "send-billing-mail");
  expect([...sent.values()].map(({ text }) => text.includes(sentence))).toEqual([true, false]);
});

test("an end after further payments: the mail announces them and promises no last one", async () => {
  const { run, sent } = setUp(GRACE);
  const payments = [{ at: FACTS.periodEnd, pence: 97_00 }];
  await run(
    event("SubscriptionCancelled", { ...FACTS, payments, isImmediate: false }),
    "send-billing-mail",
  );
  const [mail] = sent.values();
  expect(mail?.text).toContain("Next payment: £97.00 on 20 December 2026");
  expect(mail?.text).not.toContain("no further charges");
});

// What the team is told, and what takes it back.
test.each([
  ["CheckoutCompleted", "SubscriptionEnded"],
  ["SubscriptionCancelled", "SubscriptionResumed"],
  ["SubscriptionCancelled", "RetentionApplied"],
  ["SubscriptionChangeScheduled", "SubscriptionChangeWithdrawn"],
] as const)("the team hears of %s, and of its reversal %s", (told, reversal) => {
  const { effects } = setUp(GRACE);
  for (const type of [told, reversal]) {
    expect(effects[type]).toHaveProperty("send-team-billing-mail");
  }
});

test.each([
  [
    "a customer's first claim",
    { kind: "user", userId: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11" },
    true,
  ],
  ["an operator's decision", { kind: "ops", name: "Ada" }, false],
] as const)("refund approved by %s: the team gets an email: %s", (_, actor, isSent) => {
  const { effects } = setUp(GRACE);
  const approved = { ...event("RefundApproved", REFUND_REQUEST), actor };
  expect(effects.RefundApproved["send-team-billing-mail"]?.when?.(approved)).toBe(isSent);
});

test.each([
  ["gbp", "TIDE-0001", "Refunded: £97.00", "Invoice: TIDE-0001"],
  ["eur", null, "Refunded: €97.00", "Invoice: in_1"],
])("refund in %s of invoice %s: its email names both", async (currency, orderNumber, ...lines) => {
  const { run, sent } = setUp(GRACE);
  await run(event("RefundIssued", { ...REFUND, currency, orderNumber }), "send-billing-mail");
  const [mail] = sent.values();
  for (const line of lines) expect(mail?.text).toContain(line);
});

test("refund: its email names and links its own credit note, and no other one", async () => {
  const { run, sent } = setUp(GRACE);
  await run(event("RefundIssued", REFUND), "send-billing-mail");
  const [mail] = sent.values();
  expect(mail?.text).toContain(
    "Credit note: TIDE-0001-CN-02\nhttps://pay.stripe.example/credit_notes/1\n",
  );
  expect(mail?.text).not.toContain("CN-01");
  expect(mail?.html).toContain('href="https://pay.stripe.example/credit_notes/1"');
});

test.each(["send-billing-mail", "send-team-billing-mail"] as const)(
  "refund request in euros: %s names them",
  async (effect) => {
    const { run, sent } = setUp(GRACE);
    await run(event("RefundRequested", REFUND_REQUEST), effect);
    expect([...sent.values()][0]?.text).toContain("Paid so far: €97.00");
  },
);

test("failed refund of an erased customer: the team gets an email without an address", async () => {
  const { run, sent } = setUp(ERASED);
  await run(event("RefundFailed", REFUND), "send-team-billing-mail");
  const [mail] = sent.values();
  expect(mail).toMatchObject({ to: "team@tidepost.example", replyTo: COMPANY.email });
  expect(mail?.text).toContain("Customer: Erased account");
});

test.each([
  [event("CheckoutCompleted", PURCHASE), "sale"],
  [event("CheckoutCompleted", { ...PURCHASE, subscriptionId: "sub_back" }), "sale-again"],
  [event("SecondSubscriptionFound", SECOND), "second-subscription"],
  [event("DuplicateSubscriptionFound", DUPLICATE), "duplicate"],
  [event("RetentionApplied", { ...OFFER, resumes: false }), "strategy-call"],
  [event("SubscriptionCancelled", { ...FACTS, isImmediate: false }), "cancelled"],
  [event("SubscriptionResumed", FACTS), "resumed"],
  [event("SubscriptionChangeWithdrawn", FACTS), "change-withdrawn"],
  [event("SubscriptionEnded", { ...FACTS, reason: "other", hasEndedUnpaid: false }), "ended"],
  [event("RefundRequested", REFUND_REQUEST), "refund-requested"],
  [event("RefundApproved", REFUND_REQUEST), "refund-granted"],
  [event("RefundDisputed", REFUND_REQUEST), "refund-disputed"],
  [event("RefundFailed", REFUND), "refund-failed"],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "discount" }), "request-refused"],
] as const)(
  "team email names the task, and its reply goes to the customer: %#",
  async (given, kind) => {
    const { run, sent } = setUp(GRACE);
    expect((await run(given, "send-team-billing-mail")).facts).toMatchObject({ mail: kind });
    const [mail] = sent.values();
    expect(mail).toMatchObject({ to: "team@tidepost.example", replyTo: "grace@navy.example" });
    expect(mail?.text).toContain(`https://ops.tidepost.example/ops/events/${given.id}`);
  },
);

const [NEXT, LATER] = [
  { at: "2026-12-20T12:00:00.000Z", pence: 122_50 },
  { at: "2027-02-20T12:00:00.000Z", pence: 175_00 },
];

test.each([
  [
    "a discount for some months",
    { ...PURCHASE, payments: [NEXT, LATER] },
    [
      "Paid: £122.50",
      "Next payment: £122.50 on 20 December 2026",
      "After that: £175.00 from 20 February 2027",
    ],
  ],
  [
    "an unknown payment",
    { ...PURCHASE, payments: [LATER], paidPence: null },
    ["Next payment: £175.00 on 20 February 2027"],
  ],
] as const)("welcome email after a purchase with %s: names its amounts", async (_, data, lines) => {
  const { run, sent } = setUp(GRACE);
  await run(event("CheckoutCompleted", data), "send-billing-mail");
  const [mail] = sent.values();
  expect(mail?.text.split("\n").filter((line) => line.includes(": £"))).toEqual(lines);
});

test("welcome email: names the account manager", async () => {
  const manager = { name: "Ada", hours: "Monday to Friday", whatsApp: null, photo: null };
  const { run, sent } = setUp({ ...GRACE, accountManager: manager });
  await run(event("CheckoutCompleted", PURCHASE), "send-billing-mail");
  const [mail] = sent.values();
  expect(mail?.text).toContain("Your account manager is Ada: Monday to Friday.");
});

test.each([
  ["a guest", { ...GRACE, hasAccount: false }, true],
  ["a user", GRACE, false],
] as const)("welcome email of %s: says how to get an account: %o", async (_, contact, isSaid) => {
  const { run, sent } = setUp(contact);
  await run(event("CheckoutCompleted", PURCHASE), "send-billing-mail");
  const [mail] = sent.values();
  expect(mail?.text.includes("Create one with this email address")).toBe(isSaid);
});

test.each([
  [false, "First, tell us about your business", "Tell us about your business:"],
  [true, "We still have what you told us", "Open my brief:"],
] as const)("welcome email, brief submitted before: %o: %s", async (hasBrief, step, button) => {
  const { run, sent } = setUp({ ...GRACE, hasBrief });
  await run(event("CheckoutCompleted", PURCHASE), "send-billing-mail");
  const [mail] = sent.values();
  expect(mail?.text).toContain(step);
  expect(mail?.text).toContain(button);
});

test("markup in a name arrives as text", async () => {
  const { run, sent } = setUp({
    id: "cus_1",
    email: "grace@navy.example",
    receiptEmail: "grace@navy.example",
    firstName: '<img src=x onerror="alert(1)">\r\nBcc: all@shop.example',
    hasAccount: true,
    hasBrief: false,
    card: null,
    accountManager: null,
    isErased: false,
  });
  for (const [given] of TO_CUSTOMER) await run(given, effectOf(given));
  expect(sent.size).toBe(TO_CUSTOMER.length);
  for (const { html, subject } of sent.values()) {
    expect(html).not.toContain("<img");
    expect(subject).not.toMatch(/[\r\n]|Bcc/);
  }
});

test.each([
  ["a plan", [PLAN.starter.priceId], "welcome"],
  ["an ads plan", [AD_PLAN.starter.priceId], "service-booked"],
] as const)("purchase of %s: the first email", async (_, priceIds, kind) => {
  const { run } = setUp(GRACE);
  const { facts } = await run(
    event("CheckoutCompleted", { ...PURCHASE, priceIds }),
    "send-billing-mail",
  );
  expect(facts).toMatchObject({ mail: kind });
});
