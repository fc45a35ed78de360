import { expect, test } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { UNREACHABLE } from "../tests/support/unreachable.ts";
import { createRenderMailCopy, isViewableMail } from "./mail-copies.ts";

const copyOf = createRenderMailCopy({
  ...UNREACHABLE,
  findCustomerContact: (id) =>
    Promise.resolve({ id, email: "grace@navy.example", first_name: "Grace", is_erased: false }),
});

const EVENT = {
  id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  type: "CheckoutCompleted",
  version: 1,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "system", name: "billing" },
  correlationId: "req_1",
  data: {
    customerId: "cus_1",
    subscriptionId: "sub_1",
    priceIds: [PLANS[0].priceId],
    amountPence: 97_00,
    periodEnd: "2026-12-20T12:00:00.000Z",
    consentedCheckoutId: null,
    paidPence: 97_00,
    discounts: [],
  },
};

test("copy equals the email that was sent", async () => {
  const mail = await copyOf(EVENT, "welcome-mail");
  expect(mail?.to).toBe("grace@navy.example");
  expect(mail?.text).toContain("Your payment has arrived");
  expect((await copyOf(EVENT, "team-mail"))?.to).toBe("team@tidepost.example");
});

test.each([
  ["an effect that sends no email", EVENT, "expire-checkout-sessions"],
  ["an effect that the event does not have", EVENT, "customer-mail"],
  ["an inherited property", EVENT, "constructor-mail"],
  ["an event that breaks its contract", { ...EVENT, data: {} }, "welcome-mail"],
  [
    "an email with a link or code",
    {
      ...EVENT,
      type: "AuthMailRequested",
      data: { tokenId: "00000000-0000-4000-8000-000000000001", mail: "recovery" },
    },
    "auth-mail",
  ],
])("no copy of %s", async (_, event, effect) => {
  expect(await copyOf(event, effect)).toBeNull();
});

test("no copy of emails with a code or link", () => {
  expect(
    [
      "customer-mail",
      "auto-reply",
      "password-changed-mail",
      "auth-mail",
      "auth-sms",
      "audit",
    ].filter(isViewableMail),
  ).toEqual(["customer-mail", "auto-reply", "password-changed-mail"]);
});
