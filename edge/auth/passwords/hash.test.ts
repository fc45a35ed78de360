import { expect, test } from "vitest";
import { createPasswords, requireStrongPassword, SCRYPT, weaknessOf } from "./hash.ts";

const cheap = createPasswords({ n: 16, r: 1, p: 1 });
const dear = createPasswords({ n: 32, r: 1, p: 1 });
const RULES = { PASSWORD_MIN_LENGTH: 6, PASSWORD_REQUIRED_CHARACTERS: [] };

test("verify: accepts the right password only", async () => {
  const stored = await cheap.hash("low tide at six");
  expect(await cheap.verify("low tide at six", stored)).toEqual({ matches: true, outdated: false });
  expect(await cheap.verify("low tide at sex", stored)).toMatchObject({ matches: false });
  expect(await cheap.verify("", stored)).toMatchObject({ matches: false });
});

test("hash: differs each time for the same password", async () => {
  expect(await cheap.hash("low tide")).not.toBe(await cheap.hash("low tide"));
});

test("hash: stores its parameters and is outdated when the configured ones are costlier", async () => {
  const stored = await cheap.hash("low tide");
  expect(await dear.verify("low tide", stored)).toEqual({ matches: true, outdated: true });
  expect(await cheap.verify("low tide", await dear.hash("low tide"))).toEqual({
    matches: true,
    outdated: false,
  });
});

test.each([null, "", "plain", "$scrypt$n=16,r=1,p=1$AAAA$AAAA", "$argon2id$v=19$m=65536$x$y"])(
  "verify: stored value %s matches nothing and does not throw",
  async (stored) => {
    expect(await cheap.verify("low tide", stored)).toEqual({ matches: false, outdated: false });
  },
);

test("configured parameters: work in this runtime", async () => {
  const passwords = createPasswords(SCRYPT);
  const stored = await passwords.hash("low tide");
  expect(stored).toMatch(/^\$scrypt\$n=16384,r=8,p=5\$/);
  expect(await passwords.verify("low tide", stored)).toMatchObject({ matches: true });
});

test.each([
  ["12345", ["length"]],
  ["éàé", ["length"]],
  ["low tide at six", null],
  ["123456", ["pwned"]],
  ["password", ["pwned"]],
  ["qwerty", ["pwned"]],
  ["PassWord", ["pwned"]],
  ["trustno1", ["pwned"]],
  ["ZZZZZZZZZZZZZZZZ", ["pwned"]],
  ["      ", ["pwned"]],
  ["Tidepost2026", ["pwned"]],
  ["qwerty tide", null],
])("password %s: weak because of %s", (password, reasons) => {
  expect(weaknessOf(password, RULES)?.reasons ?? null).toEqual(reasons);
});

test.each([
  ["72 bytes", "éà".repeat(18), null],
  ["73 bytes", `${"éà".repeat(18)}a`, "validation_failed"],
  ["too few characters", "12345", "weak_password"],
])("new password of %s", (_, password, code) => {
  let refused: unknown = null;
  try {
    requireStrongPassword(password, RULES);
  } catch (error) {
    refused = error;
  }
  expect(refused === null ? null : refused).toEqual(
    code === null ? null : expect.objectContaining({ code }),
  );
});
