import { expect, test } from "vitest";
import { PLAN } from "../tests/support/catalogue.ts";
import { testEvent } from "../tests/support/test-event.ts";
import { effectDeps } from "../tests/support/unreachable.ts";
import { createRenderMailCopy, isViewableMail } from "./mail-copies.ts";

const copyOf = createRenderMailCopy(
  effectDeps({
    findUserContact: (id) =>
      Promise.resolve({
        id,
        email: "grace@navy.example",
        firstName: "Grace",
        accountManager: null,
      }),
    isReturningCustomer: () => Promise.resolve(false),
    findCustomerContact: (id) =>
      Promise.resolve({
        id,
        email: "grace@navy.example",
        receiptEmail: "grace@navy.example",
        firstName: "Grace",
        hasAccount: true,
        hasBrief: false,
        card: null,
        accountManager: null,
        isErased: false,
      }),
  }),
);

const EVENT = testEvent("CheckoutCompleted", {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: [PLAN.starter.priceId],
  amountPence: 97_00,
  payments: [],
  periodEnd: "2026-12-20T12:00:00.000Z",
  consentedCheckoutId: null,
  paidPence: 97_00,
  orderNumber: null,
});

test("copy equals the email that was sent", async () => {
  const mail = await copyOf(EVENT, "send-billing-mail");
  expect(mail?.to).toBe("grace@navy.example");
  expect(mail?.text).toContain("Thanks, we’ve received your payment");
  expect((await copyOf(EVENT, "send-team-billing-mail"))?.to).toBe("team@tidepost.example");
});

test.each([
  ["an effect that sends no email", EVENT, "expire-checkout-sessions"],
  ["an effect that the event does not have", EVENT, "send-invoice-mail"],
  ["an inherited property", EVENT, "constructor"],
  ["an event that breaks its contract", { ...EVENT, data: {} }, "send-billing-mail"],
  [
    "an email with a link or code",
    {
      ...EVENT,
      type: "AuthMailRequested",
      data: { tokenId: "00000000-0000-4000-8000-000000000001", mail: "recovery" },
    },
    "send-auth-mail",
  ],
])("no copy of %s", async (_, event, effect) => {
  expect(await copyOf(event, effect)).toBeNull();
});

test("copy of a security notice: without the link's token", async () => {
  const event = {
    ...EVENT,
    type: "SecurityNoticeRequested",
    data: {
      userId: "00000000-0000-4000-8000-000000000001",
      notice: "passkey-added",
      subjectId: "00000000-0000-4000-8000-000000000002",
    },
  };
  const mail = await copyOf(event, "send-account-notice");
  expect(mail?.text).toContain(`confirm#remove=${EVENT.id}&token=withheld`);
});

test("no copy of emails with a code or link", () => {
  expect(
    [
      "send-billing-mail",
      "send-auto-reply",
      "send-account-notice",
      "send-auth-mail",
      "send-auth-sms",
      "audit",
    ].filter(isViewableMail),
  ).toEqual(["send-billing-mail", "send-auto-reply", "send-account-notice"]);
});
