import { expect, test } from "vitest";
import { createOneTimeCodes, isPkceLink } from "./one-time-code.ts";

const codes = createOneTimeCodes("a".repeat(32));
const other = createOneTimeCodes("b".repeat(32));
const ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";

test.each([6, 8, 10])("a code has %i digits, leading zeros included", (length) => {
  for (let i = 0; i < 200; i++) {
    expect(codes.code(`token-${i}`, length)).toMatch(new RegExp(`^\\d{${length}}$`));
  }
});

test("the same secret derives the same code and link, another secret others", () => {
  expect(createOneTimeCodes("a".repeat(32)).code(ID, 6)).toBe(codes.code(ID, 6));
  expect(other.linkToken(ID, false)).not.toBe(codes.linkToken(ID, false));
  expect(codes.linkToken(ID, false)).toMatch(/^[0-9a-f]{64}$/);
});

test("a code's hash depends on purpose, address and secret", () => {
  const hash = codes.codeHash("recovery", "ada@shop.example", "123456");
  expect(codes.codeHash("confirmation", "ada@shop.example", "123456")).not.toBe(hash);
  expect(codes.codeHash("recovery", "bob@shop.example", "123456")).not.toBe(hash);
  expect(other.codeHash("recovery", "ada@shop.example", "123456")).not.toBe(hash);
});

test("address and code are separated in the hash", () => {
  expect(codes.codeHash("recovery", "a", "b,c")).not.toBe(codes.codeHash("recovery", "a,b", "c"));
});

test("a link's token says whether it leads to a PKCE code", () => {
  expect(isPkceLink(codes.linkToken(ID, true))).toBe(true);
  expect(isPkceLink(codes.linkToken(ID, false))).toBe(false);
});
