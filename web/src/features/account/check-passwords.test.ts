import { expect, test } from "vitest";
import { checkPasswords } from "./check-passwords.ts";

test.for([
  ["secret1", "secret1", null],
  ["sechs6", "sechs6", null],
  ["short", "short", "Password must be at least 6 characters long"],
  ["short", "other", "Passwords do not match"],
  ["secret1", "Secret1", "Passwords do not match"],
  ["secret1", "secret1 ", "Passwords do not match"],
  ["      ", "      ", null],
  ["a".repeat(72), "a".repeat(72), null],
  ["a".repeat(73), "a".repeat(73), "Password must be at most 72 characters long"],
  ["ä".repeat(37), "ä".repeat(37), "Password must be at most 72 characters long"],
  ["", "", "Password must be at least 6 characters long"],
] as const)("checkPasswords: %s and %s: %s", ([password, repeated, expected]) => {
  expect(checkPasswords(password, repeated)).toBe(expected);
});
