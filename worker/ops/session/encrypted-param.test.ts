import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decryptText, encryptText } from "./encrypted-param.ts";

describe("encrypted parameter", () => {
  const key = randomBytes(32);

  test("decrypts with its key and is safe in a URL", async () => {
    const sealed = await encryptText(key, "grâce@navy.example");
    expect(sealed).toMatch(/^[\w.-]+$/);
    expect(await decryptText(key, sealed)).toBe("grâce@navy.example");
  });

  test("differs each time, so that equal texts cannot be recognised", async () => {
    expect(await encryptText(key, "a@b.example")).not.toBe(await encryptText(key, "a@b.example"));
  });

  test("does not decrypt with another key or after a change", async () => {
    const sealed = await encryptText(key, "a@b.example");
    expect(await decryptText(randomBytes(32), sealed)).toBeNull();
    for (const changed of ["", "x", sealed.slice(0, -4), `${sealed}AAAA`, `A${sealed}`]) {
      expect(await decryptText(key, changed)).toBeNull();
    }
  });
});
