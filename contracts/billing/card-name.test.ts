import { expect, test } from "vitest";
import { cardName } from "./card-name.ts";

test.each([
  ["visa", "4242", "Visa ending 4242"],
  ["mastercard", "4444", "Mastercard ending 4444"],
  ["amex", "0005", "American Express ending 0005"],
  ["toString", "0000", "ToString ending 0000"],
  ["bacs_debit", null, "a bank account"],
  [null, "4242", null],
  ["visa", null, null],
])("brand %s, last digits %s: named %s", (brand, last4, name) => {
  expect(cardName(brand, last4)).toBe(name);
});
