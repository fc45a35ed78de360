import { expect, test } from "vitest";
import { isImportable, parseStoredHash } from "./stored-hash.ts";

const KEY = "A".repeat(43);
const SALT = "A".repeat(22);
const argon2 = (parameters: string, salt = SALT, key = KEY) =>
  `$argon2id$v=19$${parameters}$${salt}$${key}`;
const bcrypt = (prefix: string) => prefix + "A".repeat(53);
const scrypt = (parameters: string, key = KEY) => `$scrypt$${parameters}$${SALT}$${key}`;

test.each([
  ["today's", argon2("m=19456,t=2,p=1"), "argon2id"],
  ["of the most memory and passes", argon2("m=65536,t=4,p=4"), "argon2id"],
  ["of more memory", argon2("m=65537,t=1,p=1"), null],
  ["of more passes", argon2("m=65536,t=5,p=1"), null],
  ["of many passes over little memory", argon2("m=19456,t=10,p=1"), "argon2id"],
  ["of more lanes", argon2("m=65536,t=1,p=5"), null],
  ["without passes", argon2("m=19456,t=0,p=1"), null],
  ["without lanes", argon2("m=19456,t=2,p=0"), null],
  ["of too little memory for its lanes", argon2("m=31,t=1,p=4"), null],
  ["with a key of 16 bytes", argon2("m=19456,t=2,p=1", SALT, SALT), null],
  ["with a salt of 7 bytes", argon2("m=19456,t=2,p=1", "A".repeat(10)), null],
  ["argon2i", argon2("m=19456,t=2,p=1").replace("2id", "2i"), null],
  ["bcrypt", bcrypt("$2a$10$"), "bcrypt"],
  ["bcrypt of PHP, of the most cost", bcrypt("$2y$12$"), "bcrypt"],
  ["bcrypt of more cost", bcrypt("$2b$13$"), null],
  ["bcrypt of no cost", bcrypt("$2b$03$"), null],
  ["bcrypt of an unsafe version", bcrypt("$2x$10$"), null],
  ["bcrypt cut short", bcrypt("$2b$10$").slice(0, -1), null],
  ["scrypt of ours", scrypt("n=16384,r=8,p=5"), "scrypt"],
  ["scrypt of more memory", scrypt("n=32768,r=8,p=1"), null],
  ["scrypt of more passes", scrypt("n=16384,r=8,p=6"), null],
  ["scrypt of no power of two", scrypt("n=15000,r=8,p=1"), null],
  ["scrypt with a short key", scrypt("n=16,r=1,p=1", "AAAA"), null],
])("stored hash %s: read as expected", (_, text, algorithm) => {
  expect(parseStoredHash(text)?.algorithm ?? null).toBe(algorithm);
});

test.each([
  [argon2("m=19456,t=2,p=1"), true],
  [bcrypt("$2b$10$"), true],
  [scrypt("n=16384,r=8,p=5"), false],
  ["$fbscrypt$v=1,n=14,r=8,p=1$x$y", false],
])("%s: can be imported: %s", (text, importable) => {
  expect(isImportable(text)).toBe(importable);
});
