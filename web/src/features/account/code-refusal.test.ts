import { AuthApiError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { codeRefusal, tooManyCodes } from "./code-refusal.ts";

const LIMITED = "over_request_rate_limit";
const waiting = (seconds: number) =>
  `For security purposes, you can only request this after ${seconds} seconds.`;

test.each([
  ["otp_expired", "Token has expired or is invalid", /wrong or has expired.*link in the email/],
  [LIMITED, waiting(5), /in 5 seconds. The link in our email works/],
  [LIMITED, waiting(91), /in 2 minutes\./],
  [LIMITED, waiting(100_800), /in 28 hours\./],
])("%s, %s: says what to do", (code, message, text) => {
  expect(codeRefusal(new AuthApiError(message, 429, code))).toMatch(text);
});

test.each([
  [LIMITED, "Request rate limit reached"],
  ["user_banned", "User is banned"],
])("%s, %s: left to the texts of all calls", (code, message) => {
  expect(codeRefusal(new AuthApiError(message, 429, code))).toBeNull();
});

test("code of an app: the wait, without a mail", () => {
  expect(tooManyCodes(new AuthApiError(waiting(91), 429, LIMITED))).toBe(
    "Too many wrong codes. Codes are accepted again in 2 minutes.",
  );
});
