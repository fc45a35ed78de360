import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decryptText, encryptText } from "./encrypted-param.ts";

describe("encrypted parameter", () => {
  const key = randomBytes(32);

  test("decrypts with its key and is safe in a URL", async () => {
    const encrypted = await encryptText(key, "grâce@navy.example");
    expect(encrypted).toMatch(/^[\w.-]+$/);
    expect(await decryptText(key, encrypted)).toBe("grâce@navy.example");
  });

  test("differs each time, so that equal texts cannot be recognised", async () => {
    expect(await encryptText(key, "a@b.example")).not.toBe(await encryptText(key, "a@b.example"));
  });

  test("does not decrypt with another key or after a change", async () => {
    const encrypted = await encryptText(key, "a@b.example");
    expect(await decryptText(randomBytes(32), encrypted)).toBeNull();
    for (const changed of ["", "x", encrypted.slice(0, -4), `${encrypted}AAAA`, `A${encrypted}`]) {
      expect(await decryptText(key, changed)).toBeNull();
    }
  });
});
