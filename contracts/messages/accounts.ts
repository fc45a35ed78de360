import { EMAIL_FORMAT, SIGN_IN_WITH_CODE } from "./shared.ts";

const WRONG_CODE = "This code is wrong or has expired.";
const SIGNED_OUT = "You were signed out. Please sign in again.";

export const ACCOUNT_MESSAGES = {
  loading: "Loading...",
  notConfigured:
    "Authentication service is not configured. Please connect to the backend to enable user authentication.",
  signUp: {
    mismatch: "Passwords do not match",
    tooShort: "Password must be at least 6 characters long",
    tooLong: "Password must be at most 72 characters long",
    tooCommon:
      "This password is easy to guess: a common one, or your own name or address. Please choose another.",
    success: "Account created successfully! Signing you in...",
    failed: "Failed to create account. Please try again.",
  },
  signIn: {
    success: "Successfully signed in!",
    failed: "Failed to sign in. Please try again.",
    providerFailed: "Signing in with that account did not work. Please try again.",
  },
  code: {
    failed: "We could not check your code. Please try again.",
    wrong:
      "This code is wrong or has expired. After five wrong ones, open the link in the email, or ask for a new email.",
    tooMany: (wait: string) => `Too many wrong codes. Codes are accepted again in ${wait}.`,
    linkWorks: " The link in our email works now.",
    sent: "If this address can be used here, a new email is on its way. Only the newest code works.",
    texted: "A text message with a code is on its way.",
    notSent: "We could not send the email. Please try again.",
  },
  recovery: {
    done: "Your new password is set. Signing you in...",
    failed: "We could not set your password. Please try again.",
  },
  link: {
    done: "Thank you, that worked. Signing you in...",
    expired: "This link has expired or was used before.",
    incomplete: "This link is not complete.",
    failed: "We could not check this link. Please try again.",
  },
  refused: {
    invalid_credentials: "Failed to sign in. Please check your credentials.",
    email_not_confirmed: "Please confirm your email address first.",
    provider_email_needs_verification:
      "That company has not confirmed your address. Please confirm it there, or with our email if you got one.",
    user_banned: "This account is closed. Please write to us if that is a mistake.",
    user_already_exists: "There is an account with this address already. Please sign in.",
    email_exists: "There is an account with this address already.",
    email_address_invalid: EMAIL_FORMAT,
    signup_disabled: "New accounts cannot be made at the moment.",
    weak_password: "This password is too easy to guess. Please choose another.",
    current_password_required: "Please type your current password, too.",
    current_password_invalid: "Your current password is not right.",
    same_password: "This is your password already. Please choose another.",
    otp_expired: WRONG_CODE,
    reauthentication_needed: "Please enter the code that we have sent you.",
    reauthentication_not_valid: WRONG_CODE,
    mfa_verification_failed: WRONG_CODE,
    mfa_challenge_expired: "That took too long. Please try again with the code that you see now.",
    mfa_recovery_codes_locked: "Too many wrong codes. Please try again in a quarter of an hour.",
    mfa_factor_name_conflict: "You have an app of that name already.",
    too_many_enrolled_mfa_factors: "You have as many apps as there can be. Remove one first.",
    insufficient_aal: SIGN_IN_WITH_CODE,
    single_identity_not_deletable: "This is your only way to sign in, so it has to stay.",
    identity_already_exists: "That account is linked to somebody here already.",
    manual_linking_disabled: "Ways to sign in cannot be linked at the moment.",
    session_not_found: SIGNED_OUT,
    session_expired: SIGNED_OUT,
    over_request_rate_limit: "Too many attempts. Please wait a few minutes and try again.",
    over_email_send_rate_limit: "Please wait a few minutes before you ask for another email.",
    over_sms_send_rate_limit: "Please wait a few minutes before you ask for another text message.",
    validation_failed: "Please check what you have typed.",
    captcha_failed: "We could not tell that you are a person. Please try again, or write to us.",
  },
} as const;
