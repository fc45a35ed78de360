import { expect, test } from "vitest";
import { readRedirectError } from "./redirect-error.ts";

const FALLBACK = "That did not work.";

test.for([
  ["", null],
  ["?code=ab12", null],
  ["?error=access_denied&error_description=No", FALLBACK],
  ["?error=server_error&error_code=unexpected_failure", FALLBACK],
  [
    "?error=x&error_code=identity_already_exists",
    "That account is already linked to someone else here.",
  ],
] as const)("OAuth redirect with %s: message is %s", ([search, expected]) => {
  expect(readRedirectError(search, FALLBACK)).toBe(expected);
});
