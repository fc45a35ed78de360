import { expect, test } from "vitest";
import { DomainEvent } from "./catalogue.ts";

const BOUGHT = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: ["tidepost_plus_monthly"],
  amountPence: 175_00,
  periodEnd: "2026-12-20T12:00:00.000Z",
};

const CONSENTED = { ...BOUGHT, consentedCheckoutId: "chk_01KAHX2J3V7W8R9T0A1B2C3D4E" };

const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "CheckoutCompleted",
  version: 4,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "system", name: "billing" },
  correlationId: "req_1",
  data: {
    ...CONSENTED,
    paidPence: 122_50,
    discounts: [{ percentOff: 30, endsAt: "2027-02-20T12:00:00.000Z" }],
  },
};

test.each([EVENT.data.consentedCheckoutId, null])("version 4 says of whom is told: %s", (id) => {
  const event = { ...EVENT, data: { ...EVENT.data, consentedCheckoutId: id } };
  expect(DomainEvent.parse(event)).toEqual(event);
});

test.each([
  [1, BOUGHT, null],
  [2, BOUGHT, null],
  [3, CONSENTED, CONSENTED.consentedCheckoutId],
])(
  "version %i is read as a purchase of which no payment and no discount is known",
  (version, data, consentedCheckoutId) => {
    expect(DomainEvent.parse({ ...EVENT, version, data })).toEqual({
      ...EVENT,
      data: { ...BOUGHT, consentedCheckoutId, paidPence: null, discounts: [] },
    });
  },
);

test.each([
  ["a version that nobody has written yet", { version: 5 }],
  ["an earlier version that says what was paid", { version: 3 }],
  ["one that does not", { data: CONSENTED }],
  ["somebody else's id", { data: { ...EVENT.data, consentedCheckoutId: "cs_test_1" } }],
  ["what an advertiser may be told", { data: { ...EVENT.data, conversion: {} } }],
])("rejects %s", (_, change) => {
  expect(DomainEvent.safeParse({ ...EVENT, ...change }).success).toBe(false);
});
