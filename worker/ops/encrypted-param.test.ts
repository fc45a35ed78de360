import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decryptText, encryptText } from "./encrypted-param.ts";

describe("encrypted parameter", () => {
  const key = randomBytes(32);

  test("decrypts with its key and is safe in a URL", () => {
    const sealed = encryptText(key, "grâce@navy.example");
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(decryptText(key, sealed)).toBe("grâce@navy.example");
  });

  test("differs each time, so that equal texts cannot be recognised", () => {
    expect(encryptText(key, "a@b.example")).not.toBe(encryptText(key, "a@b.example"));
  });

  test("does not decrypt with another key or after a change", () => {
    const sealed = encryptText(key, "a@b.example");
    expect(decryptText(randomBytes(32), sealed)).toBeNull();
    for (const changed of ["", "x", sealed.slice(0, -4), `${sealed}AAAA`, `A${sealed}`]) {
      expect(decryptText(key, changed)).toBeNull();
    }
  });
});
