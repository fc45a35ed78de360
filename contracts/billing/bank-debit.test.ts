import { expect, test } from "vitest";
import { BANK_DEBIT, isDebitRunning } from "./bank-debit.ts";

test.each([
  ["incomplete", BANK_DEBIT, true],
  ["incomplete", "visa", false],
  ["incomplete", null, false],
  ["active", BANK_DEBIT, false],
  ["past_due", BANK_DEBIT, false],
])("first debit, subscription %s of a %s: running is %s", (status, brand, isRunning) => {
  expect(isDebitRunning({ status, brand })).toBe(isRunning);
});
