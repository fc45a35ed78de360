import type { AuthSettings, LIMIT_SETTINGS } from "../../settings/auth-settings.ts";
import type { BucketRule } from "./token-bucket.ts";

type LimitSettings = Pick<
  AuthSettings,
  keyof typeof LIMIT_SETTINGS | "SMS_MAX_FREQUENCY" | "SMTP_MAX_FREQUENCY"
>;

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const WEEK_S = 7 * DAY_S;

/**
 * Eight mails' worth of typing errors, then five a week: about 301 guesses a year. A guess can hit two mailed codes
 * or three TOTP steps of a million, so a year of guessing succeeds with less than 0.1 %.
 */
const CODES_OF_UNKNOWN_VISITORS: BucketRule = { burst: 40, perSecond: 5 / WEEK_S };

/** The user signed in there lately, so guesses are probably the user's. */
const CODES_AT_KNOWN_ADDRESS: BucketRule = { burst: 10, perSecond: 30 / HOUR_S };

/** A visitor opens at most 30 an hour. */
const GUEST_CHECKOUTS: BucketRule = { burst: 6, perSecond: 24 / HOUR_S };

/** Mails or SMS an hour: a visitor's accounts of an hour, each with all of it, do not spend the usual budget. */
const SENT_FOR_ACCOUNT = 6;

export function limitRules(settings: LimitSettings) {
  const perFiveMinutes = (count: number) => evenly(count, 5 * MINUTE_S);
  const mailAsking = perFiveMinutes(settings.RATE_LIMIT_OTP);
  // Twice at once: many users share an address, and what is sent has shares of its own.
  const mailsToUsers = { ...mailAsking, burst: 2 * mailAsking.burst };
  const factors: BucketRule = {
    // An app with a wrong clock produces several wrong codes.
    burst: 2 * settings.MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY,
    perSecond: settings.MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY / MINUTE_S,
  };
  const signIns: BucketRule = {
    // The burst is for one user, the rate for many behind one address.
    burst: Math.ceil(settings.RATE_LIMIT_TOKEN_REFRESH / 5),
    perSecond: settings.RATE_LIMIT_TOKEN_REFRESH / (5 * MINUTE_S),
  };
  return {
    /** Sign-ins, and refresh tokens that are not genuine. */
    token: signIns,
    /** Genuine refresh tokens of one session. */
    refresh: perFiveMinutes(settings.RATE_LIMIT_TOKEN_REFRESH),
    /** An attempt is counted before the password is checked, and uncounted if it is right. */
    wrong_password: perFiveMinutes(settings.RATE_LIMIT_WRONG_PASSWORD),
    /** Each writes a row. */
    authorize: signIns,
    verify: perFiveMinutes(settings.RATE_LIMIT_VERIFY),
    /** Typed codes for one account by all unknown visitors together. Links cannot be guessed and are not counted. */
    verify_account: CODES_OF_UNKNOWN_VISITORS,
    /** Typed codes from an address where the user has signed in. */
    verify_account_known: CODES_AT_KNOWN_ADDRESS,
    signup: mailAsking,
    otp: mailsToUsers,
    recover: mailsToUsers,
    resend: mailAsking,
    user_update: mailAsking,
    /** Visitors who open a first payment page: each is a customer at Stripe. */
    guest_checkout: GUEST_CHECKOUTS,
    /** Reads of one customer at Stripe by a success page whose purchase is known. */
    purchase_sync: { burst: 1, perSecond: 1 / 10 },
    /** Promotion codes, counted before Stripe is asked and uncounted if they may be used. */
    refused_code: { burst: 5, perSecond: 10 / HOUR_S },
    /** Comments of one author: a user or an approver. */
    comment: evenly(50, DAY_S),
    anonymous: evenly(settings.RATE_LIMIT_ANONYMOUS_USERS, HOUR_S),
    web3: perFiveMinutes(settings.RATE_LIMIT_WEB3),
    sso: perFiveMinutes(settings.RATE_LIMIT_SSO),
    /** Challenges for a sign-in: each writes a row. */
    passkey: perFiveMinutes(settings.RATE_LIMIT_PASSKEY),
    factor_challenge: factors,
    factor_verify: factors,
    // 0 means no wait.
    mail_address: { burst: 1, perSecond: 1 / Math.max(0.001, settings.SMTP_MAX_FREQUENCY) },
    sms_phone: { burst: 1, perSecond: 1 / Math.max(0.001, settings.SMS_MAX_FREQUENCY) },
    /** Webhooks with a wrong signature. Right ones count while they run, and Stripe sends a month's renewals from a few addresses. */
    webhook_signature: { burst: 200, perSecond: 1 },
    /** A guest beyond it solves a captcha, if there is one. */
    checkout_captcha: evenly(3, HOUR_S),
    /** Mails and texts to addresses and phones that no account has proven. */
    email_sent: evenly(settings.RATE_LIMIT_EMAIL_SENT, HOUR_S),
    sms_sent: evenly(settings.RATE_LIMIT_SMS_SENT, HOUR_S),
    /** Mails and texts to verified addresses and phones. */
    email_sent_proven: evenly(settings.RATE_LIMIT_EMAIL_SENT_PROVEN, HOUR_S),
    sms_sent_proven: evenly(settings.RATE_LIMIT_SMS_SENT_PROVEN, HOUR_S),
    /** A visitor's shares: of sign-ups, of recoveries and codes for users, and of mails and SMS to others. */
    email_sent_visitor_new: evenly(shareOf(settings.RATE_LIMIT_EMAIL_SENT), HOUR_S),
    sms_sent_visitor_new: evenly(shareOf(settings.RATE_LIMIT_SMS_SENT), HOUR_S),
    email_sent_visitor_known: evenly(shareOf(settings.RATE_LIMIT_EMAIL_SENT_PROVEN), HOUR_S),
    sms_sent_visitor_known: evenly(shareOf(settings.RATE_LIMIT_SMS_SENT_PROVEN), HOUR_S),
    email_sent_visitor_other: evenly(SENT_FOR_ACCOUNT, HOUR_S),
    sms_sent_visitor_other: evenly(SENT_FOR_ACCOUNT, HOUR_S),
    /** The share of an account that is signed in. */
    email_sent_account: evenly(SENT_FOR_ACCOUNT, HOUR_S),
    sms_sent_account: evenly(SENT_FOR_ACCOUNT, HOUR_S),
    /** All visitors' requests for mails and SMS; beyond it each solves a captcha, if there is one. */
    send_captcha: evenly(Math.ceil(settings.RATE_LIMIT_EMAIL_SENT / 2), HOUR_S),
  } satisfies Record<string, BucketRule>;
}

export type LimitBucket = keyof ReturnType<typeof limitRules>;

/** A tenth, but enough for a sign-up, its resends and a recovery. */
function shareOf(count: number): number {
  return Math.max(5, Math.ceil(count / 10));
}

function evenly(count: number, periodS: number): BucketRule {
  return { burst: count, perSecond: count / periodS };
}
