import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "../../lib/call-error.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { accountErrors } from "./account-errors.ts";

const FALLBACK = "Failed to sign in. Please try again.";

beforeEach(() => void vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

test.for([
  [
    "a wrong password",
    new AuthApiError("Invalid login credentials", 400, "invalid_credentials"),
    "Failed to sign in. Please check your credentials.",
  ],
  [
    "a password that is too short for the service",
    new AuthWeakPasswordError("Password should be at least 6 characters.", 422, ["length"]),
    "Password must be at least 6 characters long",
  ],
  [
    "a common password, or one's own name",
    new AuthWeakPasswordError("Password is known.", 422, ["pwned"]),
    "This password is easy to guess: it’s a common one, or your own name or address. Please choose another.",
  ],
  [
    "a session that the server has ended",
    new AuthSessionMissingError(),
    "You were signed out. Please sign in again.",
  ],
  ["a network failure", new AuthRetryableFetchError("Failed to fetch", 0), FALLBACK],
  ["a server failure", new AuthApiError("unexpected", 500, "unexpected_failure"), FALLBACK],
  ["a code that is a name of every object", { code: "toString" }, FALLBACK],
  [
    "a function that refuses",
    new CallError(409, "subscription_active", "Please cancel your subscription first."),
    "Please cancel your subscription first.",
  ],
  ["a function that fails", new CallError(503, "unavailable", "We cannot reach it."), FALLBACK],
  ["a failed import", new TypeError("Failed to fetch dynamically imported module"), FALLBACK],
  ["nothing", undefined, FALLBACK],
] as const)("error text of %s", ([, error, expected]) => {
  expect(errorMessage(error, accountErrors(FALLBACK))).toBe(expected);
});

test("error text of a network failure while the browser is offline: says so", () => {
  vi.stubGlobal("navigator", { onLine: false });
  const failed = new AuthRetryableFetchError("Failed to fetch", 0);
  expect(errorMessage(failed, accountErrors(FALLBACK))).toBe(`You seem to be offline. ${FALLBACK}`);
});
