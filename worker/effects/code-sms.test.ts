import { expect, test } from "vitest";
import { AUTH_SMS } from "#contracts/events/accounts.ts";
import { smsText } from "./send-auth-sms.ts";

const FACTS = { code: "012345", validForS: 300, siteUrl: "https://tidepost.example" };

/** Characters of the GSM alphabet that we use: 160 of them fit one SMS. */
const PLAIN = /^[A-Za-z0-9 @#.,\n'-]+$/;

test.each(AUTH_SMS)("%s: fits one SMS and supports autofill", (kind) => {
  const text = smsText(kind, { ...FACTS, code: "0123456789" });
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(PLAIN);
  expect(text.split("\n").at(-1)).toBe("@tidepost.example #0123456789");
});

test.each([
  [45, "45 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
  [7_200, "2 hours"],
])("%i seconds read %s", (validForS, words) => {
  expect(smsText("sign-in", { ...FACTS, validForS })).toContain(`It expires in ${words}.`);
});

test("code comes first, where a notification shows it", () => {
  expect(smsText("factor", FACTS)).toMatch(/^012345 is your Tidepost code to finish/);
  expect(smsText("confirm-sign-up", FACTS)).toMatch(
    /^012345 is your Tidepost code to confirm your number\./,
  );
});
