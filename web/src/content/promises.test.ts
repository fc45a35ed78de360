import { expect, test } from "vitest";
import { GUARANTEE_DAYS } from "#contracts/billing/money-back-guarantee.ts";
import { COMPANY } from "#contracts/company.ts";
import { AFTER_PAYMENT, MONEY_BACK_DAYS } from "./promises.ts";

test("money-back days: same as the backend's guarantee", () => {
  expect(MONEY_BACK_DAYS).toBe(GUARANTEE_DAYS);
});

test("contact after payment: promised no later than the reply to an enquiry", () => {
  expect(AFTER_PAYMENT.contactWithinHours).toBeLessThanOrEqual(COMPANY.replyWithinHours);
});
