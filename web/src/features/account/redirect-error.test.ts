import { expect, test } from "vitest";
import { failure, note } from "../../lib/use-action.ts";
import { readRedirectError } from "./hooks/use-redirect-error.ts";

const FALLBACK = "That did not work.";

test.for([
  ["", null],
  ["?code=ab12", null],
  ["?error=access_denied&error_description=No", note("You came back without signing in.")],
  [
    "?error=access_denied&error_code=user_banned",
    failure("This account is closed. If that’s a mistake, please email us."),
  ],
  ["?error=server_error&error_code=unexpected_failure", failure(FALLBACK)],
  [
    "?error=x&error_code=identity_already_exists",
    failure("That account is already linked to someone else here."),
  ],
] as const)("OAuth redirect with %s: message is %s", ([search, expected]) => {
  expect(readRedirectError(search, FALLBACK)).toEqual(expected);
});
