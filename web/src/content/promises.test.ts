import { expect, test } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { AFTER_PAYMENT } from "./promises.ts";

test("contact after payment: promised no later than the reply to an enquiry", () => {
  expect(AFTER_PAYMENT.contactWithinHours).toBeLessThanOrEqual(COMPANY.replyWithinHours);
});
