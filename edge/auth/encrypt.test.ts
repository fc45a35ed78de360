import { expect, test } from "vitest";
import { createEncryptor } from "./encrypt.ts";

const encryptor = createEncryptor("s".repeat(32), "factors");
const ROW = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";

test("encrypt: decrypts to the same text, with a new ciphertext each time", () => {
  const first = encryptor.seal("JBSWY3DPEHPK3PXP", ROW);
  const second = encryptor.seal("JBSWY3DPEHPK3PXP", ROW);
  expect(first).not.toBe(second);
  expect(first).not.toContain("JBSWY3DPEHPK3PXP");
  expect([encryptor.open(first, ROW), encryptor.open(second, ROW)]).toEqual([
    "JBSWY3DPEHPK3PXP",
    "JBSWY3DPEHPK3PXP",
  ]);
});

const sealed = encryptor.seal("secret", ROW);
const flipped = sealed.slice(0, 20) + (sealed[20] === "A" ? "B" : "A") + sealed.slice(21);

test.each([
  ["under another secret", createEncryptor("o".repeat(32), "factors"), sealed, ROW],
  ["for another purpose", createEncryptor("s".repeat(32), "tokens"), sealed, ROW],
  ["for another row", encryptor, sealed, "another-row"],
  ["when it was changed", encryptor, flipped, ROW],
  ["when it was cut", encryptor, sealed.slice(0, 20), ROW],
  ["when it was never sealed", encryptor, "JBSWY3DPEHPK3PXP", ROW],
])("decrypt: returns nothing %s", (_, opener, text, context) => {
  expect(() => opener.open(text, context)).toThrow("nothing that this key opens");
});
