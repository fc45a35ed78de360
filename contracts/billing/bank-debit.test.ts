import { expect, test } from "vitest";
import { BANK_DEBIT, debitAnswerBy, isDebitRunning } from "./bank-debit.ts";

test.each([
  ["incomplete", BANK_DEBIT, true],
  ["incomplete", "visa", false],
  ["incomplete", null, false],
  ["active", BANK_DEBIT, false],
  ["past_due", BANK_DEBIT, false],
])("first debit, subscription %s of a %s: running is %s", (status, brand, isRunning) => {
  expect(isDebitRunning({ status, brand })).toBe(isRunning);
});

test.each([
  ["on a Monday", "2026-11-23T09:00:00.000Z", "2026-12-02T09:00:00.000Z"],
  ["on a Friday", "2026-11-27T23:59:00.000Z", "2026-12-08T23:59:00.000Z"],
  ["on a Saturday", "2026-11-28T09:00:00.000Z", "2026-12-08T09:00:00.000Z"],
  ["on a Sunday", "2026-11-29T09:00:00.000Z", "2026-12-08T09:00:00.000Z"],
])("debit begun %s: answered within seven working days", (_, startedAt, by) => {
  expect(debitAnswerBy(startedAt)).toBe(by);
});
