import { expect, test } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { DomainEvent, type EventOf, type EventType } from "#contracts/events/catalogue.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { UNREACHABLE } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";
import type { Effect, EffectDeps } from "./effect.ts";

type Contact = Awaited<ReturnType<EffectDeps["findCustomerContact"]>>;
const GRACE: Contact = {
  id: "cus_1",
  email: "grace@navy.example",
  first_name: "Grace",
  is_erased: false,
};
const ERASED: Contact = { id: "cus_1", email: null, first_name: null, is_erased: true };

function setUp(contact: Contact) {
  const { mailer, sent } = recordingMailer();
  const effects = createEffects({
    ...UNREACHABLE,
    mailer,
    findCustomerContact: (id) => Promise.resolve(id === "cus_1" ? contact : null),
  });
  return {
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
  priceIds: [PLANS[0].priceId],
  amountPence: 97_00,
  periodEnd: "2026-12-20T12:00:00.000Z",
};
const REFUND_REQUEST = {
  refundRequestId: "rfr_01KAHX2J3V7W8R9T0A1B2C3D4E",
  customerId: "cus_1",
  subscriptionId: "sub_1",
  amountPence: 97_00,
};
const REFUND = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  orderId: "in_1",
  amountPence: 97_00,
  refundedPence: 97_00,
};

function event<T extends EventType>(type: T, data: object): EventOf<T> {
  return DomainEvent.parse({
    id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
    type,
    version: 1,
    occurredAt: "2026-11-20T12:00:00.000Z",
    actor: { kind: "system", name: "billing" },
    correlationId: "req_1",
    data,
  }) as EventOf<T>;
}

const OFFER = { ...FACTS, percentOff: 20, months: 3 };
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
  [event("SubscriptionChanged", FACTS), "changed"],
  [
    event("SubscriptionChangeScheduled", {
      ...FACTS,
      scheduledPriceIds: [PLANS[1].priceId],
      at: FACTS.periodEnd,
    }),
    "change-scheduled",
  ],
  [event("SubscriptionChangeWithdrawn", FACTS), "change-withdrawn"],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "discount" }), "discount-refused"],
  [
    event("SubscriptionRequestRejected", { ...FACTS, request: "cancellation" }),
    "cancellation-refused",
  ],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "resumption" }), "resumption-refused"],
  [event("RefundRequested", REFUND_REQUEST), "refund-requested"],
  [event("RefundDeclined", REFUND_REQUEST), "refund-declined"],
  [event("RefundIssued", REFUND), "refunded"],
] as const;

test.each(TO_CUSTOMER.map(([given, kind]) => [given.type, kind, given] as const))(
  "%s: the customer gets one email, %s",
  async (_, kind, given) => {
    const { run, sent } = setUp(GRACE);
    const first = await run(given, "customer-mail");
    expect(await run(given, "customer-mail")).toEqual(first);
    expect(first.facts).toMatchObject({ mail: kind });
    expect([...sent.values()].map(({ to, replyTo }) => [to, replyTo])).toEqual([
      ["grace@navy.example", expect.stringContaining("@tidepost.example")],
    ]);
  },
);

test.each([
  ["not found", null],
  ["without an email address", { ...ERASED, is_erased: false }],
] as const)("customer %s: no email, and the effect is completed", async (_, contact) => {
  const { run, sent } = setUp(contact);
  expect(
    await run(event("SubscriptionCancelled", { ...FACTS, isImmediate: false }), "customer-mail"),
  ).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "no_address" },
  });
  expect(sent.size).toBe(0);
});

test.each<DomainEvent>([
  ...TO_CUSTOMER.map(([given]) => given),
  event("SubscriptionEnded", { ...FACTS, reason: "requested" }),
])("erased customer: no email for $type", async (given) => {
  const { run, sent } = setUp(ERASED);
  expect(await run(given, "customer-mail")).toEqual({
    externalId: null,
    facts: { outcome: "skipped", reason: "erased" },
  });
  expect(sent.size).toBe(0);
});

test("failed refund of an erased customer: the team gets an email without an address", async () => {
  const { run, sent } = setUp(ERASED);
  await run(event("RefundFailed", REFUND), "team-mail");
  const [mail] = sent.values();
  expect(mail).toMatchObject({ to: "team@tidepost.example", replyTo: COMPANY.email });
  expect(mail?.text).toContain("Customer: Erased account");
});

test.each([
  [event("RetentionApplied", { ...OFFER, resumes: false }), "strategy-call"],
  [event("RefundRequested", REFUND_REQUEST), "refund-requested"],
  [event("RefundFailed", REFUND), "refund-failed"],
  [event("SubscriptionRequestRejected", { ...FACTS, request: "discount" }), "request-refused"],
] as const)(
  "team email names the task, and its reply goes to the customer: %#",
  async (given, kind) => {
    const { run, sent } = setUp(GRACE);
    expect((await run(given, "team-mail")).facts).toMatchObject({ mail: kind });
    const [mail] = sent.values();
    expect(mail).toMatchObject({ to: "team@tidepost.example", replyTo: "grace@navy.example" });
    expect(mail?.text).toContain(`https://ops.tidepost.example/ops/events/${given.id}`);
  },
);

const PURCHASE = {
  ...FACTS,
  amountPence: 175_00,
  consentedCheckoutId: null,
  paidPence: 122_50,
  discounts: [{ percentOff: 30, endsAt: "2027-02-20T12:00:00.000Z" }],
};

test.each([
  [
    "a discount for some months",
    PURCHASE,
    ["Paid: £122.50", "Per month: £122.50", "After the discount: £175.00 from 20 February 2027"],
  ],
  [
    "a discount on the first payment only",
    { ...PURCHASE, discounts: [{ percentOff: 30, endsAt: PURCHASE.periodEnd }] },
    ["Paid: £122.50", "Per month: £175.00"],
  ],
  [
    "a discount of a fixed amount",
    { ...PURCHASE, discounts: [{ percentOff: null, endsAt: null }] },
    ["Paid: £122.50", "Per month: £175.00 before your discount"],
  ],
  [
    "no discount",
    { ...PURCHASE, discounts: [], paidPence: 175_00 },
    ["Paid: £175.00", "Per month: £175.00"],
  ],
  ["an unknown payment", { ...PURCHASE, discounts: [], paidPence: null }, ["Per month: £175.00"]],
] as const)("welcome email after a purchase with %s: names its amounts", async (_, data, lines) => {
  const { run, sent } = setUp(GRACE);
  await run(event("CheckoutCompleted", data), "welcome-mail");
  const [mail] = sent.values();
  expect(mail?.text.split("\n").filter((line) => line.includes(": £"))).toEqual(lines);
});

test("markup in a name arrives as text", async () => {
  const { run, sent } = setUp({
    id: "cus_1",
    email: "grace@navy.example",
    first_name: '<img src=x onerror="alert(1)">\r\nBcc: all@shop.example',
    is_erased: false,
  });
  for (const [given] of TO_CUSTOMER) await run(given, "customer-mail");
  expect(sent.size).toBe(TO_CUSTOMER.length);
  for (const { html, subject } of sent.values()) {
    expect(html).not.toContain("<img");
    expect(subject).not.toMatch(/[\r\n]|Bcc/);
  }
});
