import { EMAIL_FORMAT, SESSION_REFUSALS, SIGN_IN_WITH_CODE } from "./shared.ts";

const TOO_SHORT = "Password must be at least 6 characters long";
const WRONG_CODE = "This code is wrong or has expired.";

export const ACCOUNT_MESSAGES = {
  signUp: {
    mismatch: "Passwords do not match",
    tooShort: TOO_SHORT,
    tooLong: "Password must be at most 72 characters long",
    success: "Account created successfully! Signing you in...",
    failed: "Failed to create account. Please try again.",
  },
  signIn: {
    success: "Successfully signed in!",
    failed: "Failed to sign in. Please try again.",
    turnedBack: "You came back without signing in.",
    providerFailed: "Signing in with that account didn’t work. Please try again.",
  },
  code: {
    failed: "We couldn’t check your code. Please try again.",
    wrong:
      "This code is wrong or has expired. After five wrong codes, use the link in the email or ask for a new one.",
    tooMany: (wait: string) => `Too many wrong codes. Codes are accepted again in ${wait}.`,
    linkWorks: " The link in our email works now.",
    sent: "If this address can be used here, we’ve sent a new email. Only the newest code works.",
    texted: "A text message with a code is on its way.",
    tooSoon: (wait: string) => `Please wait ${wait} before asking for another email.`,
    resend: (waitS: number) => (waitS === 0 ? "Resend email" : `Resend email in ${waitS} s`),
    notSent: "We couldn’t send the email. Please try again.",
  },
  recovery: {
    done: "Your new password is set. Signing you in...",
    failed: "We couldn’t set your password. Please try again.",
    removed: "Removed, and every other device is signed out. Now choose a new password.",
    removalFailed: "We couldn’t remove anything. Please try again.",
    tooLate: "That took too long, so we have to check it’s you once more. Ask for a new email.",
  },
  removal: {
    expired: "This link has expired.",
    failed: "We couldn’t remove it. Please try again.",
  },
  link: {
    done: "Thank you, that worked. Signing you in...",
    expired: "This link has expired or has already been used.",
    incomplete: "This link is incomplete.",
    failed: "We couldn’t check this link. Please try again.",
  },
  refused: {
    ...SESSION_REFUSALS,
    invalid_credentials: "Failed to sign in. Please check your credentials.",
    email_not_confirmed: "Please confirm your email address first.",
    provider_email_needs_verification:
      "That company hasn’t confirmed your email address. Please confirm it there, or with our email if you got one.",
    user_banned: "This account is closed. If that’s a mistake, please email us.",
    user_already_exists: "There’s already an account with this email address. Please sign in.",
    email_exists: "There’s already an account with this email address.",
    email_address_invalid: EMAIL_FORMAT,
    signup_disabled:
      "You can’t create an account at the moment. Please try again later, or email us.",
    weak_password: "This password is too easy to guess. Please choose another.",
    weak_password_length: TOO_SHORT,
    weak_password_pwned:
      "This password is easy to guess: it’s a common one, or your own name or address. Please choose another.",
    current_password_required: "Please enter your current password too.",
    current_password_invalid: "Your current password isn’t right.",
    same_password: "That’s already your password. Please choose another.",
    otp_expired: WRONG_CODE,
    reauthentication_needed: "Nothing has changed: we have to make sure it’s you first.",
    reauthentication_not_valid: WRONG_CODE,
    mfa_verification_failed: "This code is wrong, has expired or was used already.",
    mfa_ip_address_mismatch: "Your network has changed. Please enter the code again.",
    mfa_challenge_expired: "That took too long. Please try again with the code your app shows now.",
    mfa_recovery_codes_locked: "Too many wrong codes. Please try again in a quarter of an hour.",
    mfa_factor_name_conflict: "You already have an app with that name.",
    too_many_enrolled_mfa_factors: "You’ve reached the limit for apps. Remove one first.",
    insufficient_aal: SIGN_IN_WITH_CODE,
    single_identity_not_deletable: "This is your only way to sign in, so you can’t remove it.",
    identity_already_exists: "That account is already linked to someone else here.",
    manual_linking_disabled: "You can’t link another account at the moment.",
    over_email_send_rate_limit: "Please wait a minute or two before asking for another email.",
    over_sms_send_rate_limit: "Please wait a few minutes before asking for another text message.",
    validation_failed: "Please check what you’ve entered.",
    captcha_failed: "We couldn’t confirm you’re human. Please try again, or email us.",
  },
} as const;
