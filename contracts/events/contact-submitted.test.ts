import { expect, test } from "vitest";
import { DomainEvent } from "./catalogue.ts";

const BODY = "01KAHX2J3V7W8R9T0A1B2C3D4E";
const EVENT = {
  id: `evt_${BODY}`,
  type: "ContactSubmitted",
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "visitor" },
  correlationId: "req_1",
};
const DATA = { submissionId: `sub_${BODY}`, formType: "contact" };

test.each([true, false])("version 2 carries the conversion consent: %s", (conversionConsent) => {
  const event = { ...EVENT, version: 2, data: { ...DATA, conversionConsent } };
  expect(DomainEvent.parse(event)).toEqual(event);
});

test("version 1 is read as one without consent", () => {
  expect(DomainEvent.parse({ ...EVENT, version: 1, data: DATA })).toEqual({
    ...EVENT,
    version: 2,
    data: { ...DATA, conversionConsent: false },
  });
});

test.each([
  ["version 1 with data of version 2", 1, { ...DATA, conversionConsent: true }],
  ["version 2 with data of version 1", 2, DATA],
  ["a version that nobody has written yet", 3, DATA],
])("rejects %s", (_, version, data) => {
  expect(DomainEvent.safeParse({ ...EVENT, version, data }).success).toBe(false);
});
