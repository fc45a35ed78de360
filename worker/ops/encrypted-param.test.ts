import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decryptText, encryptText } from "./encrypted-param.ts";

describe("a sealed text", () => {
  const key = randomBytes(32);

  test("opens with its key and is fit for an address", () => {
    const sealed = encryptText(key, "grâce@navy.example");
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(decryptText(key, sealed)).toBe("grâce@navy.example");
  });

  test("is another one each time, so that two are not known to be the same", () => {
    expect(encryptText(key, "a@b.example")).not.toBe(encryptText(key, "a@b.example"));
  });

  test("does not open with another key, nor when it was changed", () => {
    const sealed = encryptText(key, "a@b.example");
    expect(decryptText(randomBytes(32), sealed)).toBeNull();
    for (const changed of ["", "x", sealed.slice(0, -4), `${sealed}AAAA`, `A${sealed}`]) {
      expect(decryptText(key, changed)).toBeNull();
    }
  });
});
