import { expect, test } from "vitest";
import { GUARANTEE_DAYS } from "#contracts/billing/money-back-guarantee.ts";
import { COMPANY } from "#contracts/company.ts";
import { AFTER_PAYMENT, MONEY_BACK_DAYS } from "./promises.ts";

test("pages promise the money back for as long as the backend gives it", () => {
  expect(MONEY_BACK_DAYS).toBe(GUARANTEE_DAYS);
});

test("whoever has paid waits no longer for us than whoever writes", () => {
  expect(AFTER_PAYMENT.contactWithinHours).toBeLessThanOrEqual(COMPANY.replyWithinHours);
});
