import { expect, test } from "vitest";
import { DomainEvent } from "./catalogue.ts";

const BOUGHT = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: ["tidepost_plus_monthly"],
  amountPence: 175_00,
  periodEnd: "2026-12-20T12:00:00.000Z",
};

const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "CheckoutCompleted",
  version: 3,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "system", name: "billing" },
  correlationId: "req_1",
  data: { ...BOUGHT, consentedCheckoutId: "chk_01KAHX2J3V7W8R9T0A1B2C3D4E" },
};

test.each([EVENT.data.consentedCheckoutId, null])("version 3 says of whom is told: %s", (id) => {
  const event = { ...EVENT, data: { ...BOUGHT, consentedCheckoutId: id } };
  expect(DomainEvent.parse(event)).toEqual(event);
});

test.each([1, 2])("version %i is read as a purchase of which nobody is told", (version) => {
  expect(DomainEvent.parse({ ...EVENT, version, data: BOUGHT })).toEqual({
    ...EVENT,
    data: { ...BOUGHT, consentedCheckoutId: null },
  });
});

test.each([
  ["a version that nobody has written yet", { version: 4 }],
  ["an earlier version that says of whom is told", { version: 2 }],
  ["one that does not", { data: BOUGHT }],
  ["somebody else's id", { data: { ...BOUGHT, consentedCheckoutId: "cs_test_1" } }],
  ["what an advertiser may be told", { data: { ...EVENT.data, conversion: {} } }],
])("%s does not match the contract", (_, change) => {
  expect(DomainEvent.safeParse({ ...EVENT, ...change }).success).toBe(false);
});
