import { argon2Sync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { argon2, CHEAP } from "../../../tests/support/passwords.ts";
import { ARGON2ID, type Argon2Parameters, KEY_BYTES } from "./argon2.ts";

const PASSWORDS = ["correct horse", "отлив в шесть", "六時に潮が引く", "low\0tide", ""];

function keyByNode(message: string, nonce: Buffer, parameters: Argon2Parameters): string {
  const { memory, passes, parallelism } = parameters;
  return argon2Sync("argon2id", {
    message,
    nonce,
    parallelism,
    tagLength: KEY_BYTES,
    memory,
    passes,
  }).toString("hex");
}

test.each([
  ...PASSWORDS.map((password): [string, Argon2Parameters] => [password, CHEAP]),
  ["correct horse", ARGON2ID],
  ["correct horse", { memory: 65_536, passes: 1, parallelism: 4 }],
  ["correct horse", ARGON2ID],
])("Argon2id of %j with %o: equals Node's", (password, parameters) => {
  const salt = randomBytes(16);
  const key = argon2(Buffer.from(password), salt, parameters);
  expect(Buffer.from(key).toString("hex")).toBe(keyByNode(password, salt, parameters));
});

test("parameters that Argon2 does not allow: throw", () => {
  expect(() => argon2(Buffer.from("low tide"), Buffer.alloc(1), CHEAP)).toThrow("Argon2");
});
