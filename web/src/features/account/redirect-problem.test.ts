import { expect, test } from "vitest";
import { readRedirectProblem } from "./redirect-problem.ts";

const FALLBACK = "That did not work.";

test.for([
  ["https://tidepost.example/login", null],
  ["https://tidepost.example/login?code=ab12", null],
  ["https://tidepost.example/login#top", null],
  ["https://tidepost.example/login?error=access_denied&error_description=No", FALLBACK],
  ["https://tidepost.example/login#error=server_error&error_code=unexpected_failure", FALLBACK],
  [
    "https://tidepost.example/account/security?error=x&error_code=identity_already_exists",
    "That account is linked to somebody here already.",
  ],
] as const)("%s says %s", ([href, expected]) => {
  expect(readRedirectProblem(href, FALLBACK)).toBe(expected);
});
