import { expect, test } from "vitest";
import { DomainEvent } from "./catalogue.ts";

const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "CheckoutCompleted",
  version: 2,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "system", name: "billing" },
  correlationId: "req_1",
  data: {
    customerId: "cus_1",
    subscriptionId: "sub_1",
    priceIds: ["tidepost_plus_monthly"],
    amountPence: 175_00,
    periodEnd: "2026-12-20T12:00:00.000Z",
  },
};

test.each([1, 2])("version %i says what was bought, and is read as version 2", (version) => {
  expect(DomainEvent.parse({ ...EVENT, version })).toEqual(EVENT);
});

test.each([
  ["a version that nobody has written yet", { version: 3 }],
  ["what an advertiser may be told", { data: { ...EVENT.data, conversion: {} } }],
])("%s does not match the contract", (_, change) => {
  expect(DomainEvent.safeParse({ ...EVENT, ...change }).success).toBe(false);
});
