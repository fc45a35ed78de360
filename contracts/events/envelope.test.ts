import { describe, expect, test } from "vitest";
import * as z from "zod";
import { DomainEvent } from "./catalogue.ts";
import { eventSchema } from "./envelope.ts";

const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "visitor" },
  correlationId: "req_1",
};
const ENQUIRY = {
  ...EVENT,
  type: "ContactSubmitted",
  version: 1,
  data: {
    submissionId: "sub_01KAHX2J3V7W8R9T0A1B2C3D4E",
    formType: "contact",
    conversionConsent: true,
  },
};

describe("the next version of an event", () => {
  const First = z.strictObject({ customerId: z.string() });
  const Opened = z.discriminatedUnion("version", [
    eventSchema("AccountOpened", { ...First.shape, isGuest: z.boolean() }, 2),
    eventSchema("AccountOpened", First.shape).transform((event) => ({
      ...event,
      version: 2 as const,
      data: { ...event.data, isGuest: false },
    })),
  ]);
  const newest = {
    ...EVENT,
    type: "AccountOpened",
    version: 2,
    data: { customerId: "cus_1", isGuest: false },
  };

  test("an event of the version before: read as the newest", () => {
    const older = { ...newest, version: 1, data: { customerId: "cus_1" } };
    expect(Opened.parse(older)).toEqual(newest);
    expect(Opened.parse(newest)).toEqual(newest);
  });

  test.each([
    ["a version that nobody has written yet", { version: 3 }],
    ["the older version with the newer data", { version: 1 }],
    ["the newer version with the older data", { data: { customerId: "cus_1" } }],
  ])("%s: rejected", (_, change) => {
    expect(Opened.safeParse({ ...newest, ...change }).success).toBe(false);
  });
});

test.each([
  ["an unknown version", { version: 2 }],
  ["another kind of id", { id: "req_01KAHX2J3V7W8R9T0A1B2C3D4E" }],
  ["personal data in the payload", { data: { ...ENQUIRY.data, email: "ada@shop.example" } }],
  ["personal data beside the payload", { email: "ada@shop.example" }],
])("an event with %s: rejected", (_, change) => {
  expect(DomainEvent.safeParse(ENQUIRY).success).toBe(true);
  expect(DomainEvent.safeParse({ ...ENQUIRY, ...change }).success).toBe(false);
});
