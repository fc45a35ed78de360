import { expect, test } from "vitest";
import { DomainEvent } from "./catalogue.ts";

const AT = "2026-11-20T12:00:00.000Z";
const LATER = "2026-12-20T12:00:00.000Z";
const FACTS = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: ["tidepost_plus_monthly"],
  amountPence: 175_00,
};
const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "SubscriptionCancelled",
  version: 2,
  occurredAt: AT,
  actor: { kind: "system", name: "billing" },
  correlationId: "req_1",
};

test.each([
  ["with the period", LATER, false],
  ["at once", AT, true],
  ["at once, with a period that was over", "2026-11-20T11:59:59.000Z", true],
  ["when nobody knows", null, false],
])("version 1 with an end %s is read as version 2", (_, periodEnd, isImmediate) => {
  const told = { ...EVENT, data: { ...FACTS, periodEnd, isImmediate } };
  expect(DomainEvent.parse(told)).toEqual(told);
  expect(DomainEvent.parse({ ...EVENT, version: 1, data: { ...FACTS, periodEnd } })).toEqual(told);
});

test.each([
  ["a version that nobody has written yet", { version: 3 }],
  ["a version that does not say when it ends", { data: { ...FACTS, periodEnd: LATER } }],
])("rejects %s", (_, change) => {
  const told = { ...EVENT, data: { ...FACTS, periodEnd: LATER, isImmediate: false }, ...change };
  expect(DomainEvent.safeParse(told).success).toBe(false);
});
