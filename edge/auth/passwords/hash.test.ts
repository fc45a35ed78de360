import { argon2Sync, scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { argon2, CHEAP, cheapPasswords } from "../../../tests/support/passwords.ts";
import { createPasswords } from "./hash.ts";

const SALT = Buffer.from("sixteen octets..");
const dear = createPasswords(argon2, { ...CHEAP, passes: 2 });

function argon2Hash(password: string): string {
  const key = argon2Sync("argon2id", {
    message: password,
    nonce: SALT,
    parallelism: 1,
    tagLength: 32,
    memory: 32,
    passes: 1,
  });
  const unpadded = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=32,t=1,p=1$${unpadded(SALT)}$${unpadded(key)}`;
}

function scryptHash(password: string): string {
  const key = scryptSync(password, SALT, 32, { N: 16, r: 1, p: 1 });
  return `$scrypt$n=16,r=1,p=1$${SALT.toString("base64url")}$${key.toString("base64url")}`;
}

test("hash: standard format, with the salt given", async () => {
  expect(await cheapPasswords.hash("low tide", SALT)).toBe(argon2Hash("low tide"));
  expect(await cheapPasswords.hash("low tide")).not.toBe(await cheapPasswords.hash("low tide"));
});

test("é as one character and as two: one password, also where a hash of the two was imported", async () => {
  const [composed, decomposed] = ["caf\u00e9 at low tide", "cafe\u0301 at low tide"];
  for (const [typed, stored] of [
    [decomposed, await cheapPasswords.hash(composed)],
    [composed, await cheapPasswords.hash(decomposed)],
    [decomposed, argon2Hash(decomposed)],
  ] as const) {
    expect((await cheapPasswords.verify(typed, stored)).matches).toBe(true);
  }
  expect((await cheapPasswords.verify("cafe at low tide", argon2Hash(composed))).matches).toBe(
    false,
  );
});

test.each([
  ["Argon2id", argon2Hash, false],
  ["scrypt, as we hashed before", scryptHash, true],
])("%s: only its own password matches, and old ones are outdated", async (_, hashOf, outdated) => {
  const stored = hashOf("六時に潮が引く");
  expect(await cheapPasswords.verify("六時に潮が引く", stored)).toEqual({
    matches: true,
    outdated,
  });
  expect(await cheapPasswords.verify("六時に潮が満つ", stored)).toMatchObject({ matches: false });
  expect(await cheapPasswords.verify("", stored)).toMatchObject({ matches: false });
});

test.each(["$2a$", "$2b$", "$2y$"])("bcrypt %s: Openwall's test vector matches", async (prefix) => {
  const stored = `${prefix}05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  expect(await cheapPasswords.verify("U*U", stored)).toEqual({ matches: true, outdated: true });
  expect(await cheapPasswords.verify("U*U*", stored)).toMatchObject({ matches: false });
});

test("Argon2id of less work than today's: outdated", async () => {
  const stored = argon2Hash("low tide");
  expect(await dear.verify("low tide", stored)).toEqual({ matches: true, outdated: true });
  const dearer = await dear.hash("low tide");
  expect(await cheapPasswords.verify("low tide", dearer)).toMatchObject({ outdated: false });
});

test("more than 72 bytes: match nothing", async () => {
  const password = "x".repeat(73);
  expect(await cheapPasswords.verify(password, argon2Hash(password))).toMatchObject({
    matches: false,
  });
});

test.each([null, "", "plain", "$argon2id$v=19$m=65536$x$y"])(
  "stored value %s: matches nothing and does not throw",
  async (stored) => {
    expect(await cheapPasswords.verify("low tide", stored)).toEqual({
      matches: false,
      outdated: false,
    });
  },
);
