import { expect, test } from "vitest";
import { createEncryptor } from "./encrypt.ts";

const encryptor = createEncryptor("s".repeat(32), "factors");
const ROW = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";

test("encrypt: decrypts to the same text, with a new ciphertext each time", () => {
  const first = encryptor.encrypt("JBSWY3DPEHPK3PXP", ROW);
  const second = encryptor.encrypt("JBSWY3DPEHPK3PXP", ROW);
  expect(first).not.toBe(second);
  expect(first).not.toContain("JBSWY3DPEHPK3PXP");
  expect([encryptor.decrypt(first, ROW), encryptor.decrypt(second, ROW)]).toEqual([
    "JBSWY3DPEHPK3PXP",
    "JBSWY3DPEHPK3PXP",
  ]);
});

const encrypted = encryptor.encrypt("secret", ROW);
const flipped = encrypted.slice(0, 20) + (encrypted[20] === "A" ? "B" : "A") + encrypted.slice(21);

test.each([
  ["under another secret", createEncryptor("o".repeat(32), "factors"), encrypted, ROW],
  ["for another purpose", createEncryptor("s".repeat(32), "tokens"), encrypted, ROW],
  ["for another row", encryptor, encrypted, "another-row"],
  ["when it was changed", encryptor, flipped, ROW],
  ["when it was cut", encryptor, encrypted.slice(0, 20), ROW],
  ["when it was never encrypted", encryptor, "JBSWY3DPEHPK3PXP", ROW],
])("decrypt %s: throws", (_, decryptor, text, context) => {
  expect(() => decryptor.decrypt(text, context)).toThrow("cannot be decrypted with this key");
});
