import { AuthError } from "./auth-errors.ts";

export function emailExistsError(): AuthError {
  return new AuthError(
    "email_exists",
    "A user with this email address has already been registered",
  );
}

export function phoneExistsError(): AuthError {
  return new AuthError("phone_exists", "A user with this phone number has already been registered");
}

export function signupDisabledError(): AuthError {
  return new AuthError("signup_disabled", "Signups not allowed for this instance");
}

/** @param status of `POST /token` 400, elsewhere 403 */
export function userBannedError(status: 400 | 403 = 403): AuthError {
  return new AuthError("user_banned", "User is banned", { status });
}

export function changedMeanwhileError(): AuthError {
  return new AuthError("conflict", "The account was changed at the same moment");
}
