import { expect, test } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { weaknessOf } from "./strength.ts";

const RULES = { PASSWORD_MIN_LENGTH: 6, PASSWORD_REQUIRED_CHARACTERS: [] };
const ADA = {
  email: "ada.byron@shop.example",
  phone: "447700900123",
  userMetadata: { first_name: "Ada", last_name: "Byron", name: 1815 },
};

test.each([
  ["12345", ["length"]],
  ["éàé", ["length"]],
  ["low tide at six", null],
  ["123456", ["pwned"]],
  ["password", ["pwned"]],
  ["qwerty", ["pwned"]],
  ["PassWord", ["pwned"]],
  ["trustno1", ["pwned"]],
  ["ZZZZZZZZZZZZZZZZ", ["pwned"]],
  ["      ", ["pwned"]],
  [`${COMPANY.name}2026`, ["pwned"]],
  ["qwerty tide", null],
  ["ada.byron@shop.example", ["pwned"]],
  ["Ada.Byron", ["pwned"]],
  ["ada.byron1815!", ["pwned"]],
  ["Byron-1815", ["pwned"]],
  ["Ada Byron", ["pwned"]],
  ["447700900123", ["pwned"]],
  ["byron shops", null],
])("password %s: weak because of %s", (password, reasons) => {
  expect(weaknessOf(password, RULES, ADA)?.reasons ?? null).toEqual(reasons);
});
