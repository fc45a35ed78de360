import { expect, test } from "vitest";
import { matchTotp, totpCode, totpStep, totpUri } from "./totp.ts";

// RFC 6238, appendix B, SHA-1 rows; RFC 4226, appendix D.
const SECRET = Buffer.from("12345678901234567890");

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("TOTP (RFC 6238): at second %i the code is %s", (second, code) => {
  expect(totpCode(SECRET, totpStep(new Date(second * 1_000)), 8)).toBe(code);
});

test.each([
  [0, "755224"],
  [1, "287082"],
  [2, "359152"],
  [3, "969429"],
  [4, "338314"],
  [5, "254676"],
  [6, "287922"],
  [7, "162583"],
  [8, "399871"],
  [9, "520489"],
])("HOTP (RFC 4226): counter %i gives %s in six digits", (count, code) => {
  expect(totpCode(SECRET, count)).toBe(code);
});

const AT = new Date("2026-11-20T12:00:10.000Z");
const STEP = totpStep(AT);

test.each([
  [-2, null],
  [-1, STEP - 1],
  [0, STEP],
  [1, STEP + 1],
  [2, null],
])("TOTP: a code %i steps away matches step %s", (distance, expected) => {
  expect(matchTotp(SECRET, totpCode(SECRET, STEP + distance), AT)).toBe(expected);
});

test.each(["", "12345", "1234567", "12345a", "１２３４５６", " 123456", "-12345", "1e5"])(
  "TOTP: %j is not a code",
  (code) => {
    expect(matchTotp(SECRET, code, AT)).toBeNull();
  },
);

test("TOTP: issuer and account name are escaped for the authenticator", () => {
  const uri = new URL(
    totpUri({ issuer: "Shop & Co: 1", account: "a+b@shop.example", secret: "JBSWY3DP" }),
  );
  expect(decodeURIComponent(uri.pathname)).toBe("/Shop & Co: 1:a+b@shop.example");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: "SHA1",
    digits: "6",
    issuer: "Shop & Co: 1",
    period: "30",
    secret: "JBSWY3DP",
  });
});
