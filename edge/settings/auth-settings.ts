import * as z from "zod";
import { MAIL_PAUSE_S } from "#contracts/durations.ts";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN } from "#contracts/passwords.ts";
import {
  AuthCodeSecret,
  CommaList,
  count,
  OptionalText,
  Secret,
} from "#contracts/setting-schemas.ts";
import { PROVIDER_SETTINGS } from "./oauth-settings.ts";

const flag = (fallback: boolean) => z.stringbool().default(fallback);
const list = (fallback: readonly string[]) => CommaList.default([...fallback]);

const UNIT_S = { h: 3_600, m: 60, s: 1 } as const;
const DURATION = /^(?:\d+[hms])+$/;

/** Seconds, as a number or as `1h30m`. */
const seconds = z.string().transform((text, context) => {
  if (/^\d+$/.test(text)) return Number(text);
  if (!DURATION.test(text)) {
    context.addIssue({ code: "custom", message: "not a duration" });
    return z.NEVER;
  }
  return [...text.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNIT_S[unit as keyof typeof UNIT_S],
    0,
  );
});

const perVisitor = (usual: number, what: string) =>
  count(usual, 1, 1_000_000).describe(`requests per five minutes and visitor: ${what}`);

export const LIMIT_SETTINGS = {
  RATE_LIMIT_TOKEN_REFRESH: perVisitor(150, "refreshed tokens"),
  RATE_LIMIT_WRONG_PASSWORD: perVisitor(20, "wrong passwords"),
  RATE_LIMIT_VERIFY: perVisitor(30, "verified codes and links"),
  RATE_LIMIT_OTP: perVisitor(30, "codes and links to be sent"),
  RATE_LIMIT_ANONYMOUS_USERS: count(30, 1, 1_000_000).describe(
    "anonymous sign-ins per hour and visitor",
  ),
  RATE_LIMIT_WEB3: perVisitor(30, "sign-ins with a wallet"),
  RATE_LIMIT_SSO: perVisitor(30, "sign-ins with SSO"),
  RATE_LIMIT_PASSKEY: perVisitor(30, "sign-ins with a passkey"),
  RATE_LIMIT_EMAIL_SENT: count(30, 1, 1_000_000).describe(
    "mails per hour of all visitors, to addresses that no account has proven",
  ),
  RATE_LIMIT_SMS_SENT: count(30, 1, 1_000_000).describe(
    "SMS per hour of all visitors, to phones that no account has proven",
  ),
  RATE_LIMIT_EMAIL_SENT_PROVEN: count(30, 1, 1_000_000).describe(
    "mails per hour of all visitors, to addresses of accounts",
  ),
  RATE_LIMIT_SMS_SENT_PROVEN: count(30, 1, 1_000_000).describe(
    "SMS per hour of all visitors, to phones of accounts",
  ),
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: count(15, 1, 1_000_000).describe(
    "requests per minute and visitor: challenges and codes of a second factor",
  ),
};

export const AUTH_SETTINGS = {
  AUTH_CODE_SECRET: AuthCodeSecret,
  AUTH_TOKEN_SECRET: Secret.describe("signs refresh tokens; another one signs everybody out"),
  AUTH_ENCRYPTION_SECRET: Secret.describe(
    "encrypts TOTP secrets and tokens of OAuth providers; another one voids them",
  ),
  API_EXTERNAL_URL: z
    .optional(z.url().transform((text) => text.replace(/\/$/, "")))
    .describe("the issuer's address, if it is not API_URL"),
  URI_ALLOW_LIST: list([]).describe(
    "redirect patterns besides SITE_URL, with commas: * within a segment, ** across segments",
  ),
  JWT_ISSUER: OptionalText.describe("the issuer of tokens, if it is not /auth/v1 of the address"),
  JWT_SECRET: z.optional(Secret).meta({
    isSecret: true,
    description: "verifies HS256 public keys of an earlier Supabase project; never signs",
  }),
  JWT_EXP: count(3_600, 30, 604_800).describe("seconds that an access token lives"),
  JWT_AUD: z.string().min(1).default("authenticated").describe("the audience of tokens"),
  JWT_DEFAULT_GROUP_NAME: z
    .string()
    .min(1)
    .default("authenticated")
    .describe("the role of a new account"),
  JWT_ADMIN_ROLES: list(["service_role", "supabase_admin"]).describe(
    "roles that may administer accounts, with commas",
  ),
  DISABLE_SIGNUP: flag(false).describe("true: nobody can sign up"),
  EXTERNAL_EMAIL_ENABLED: flag(true).describe("sign-up and sign-in with an email"),
  EXTERNAL_PHONE_ENABLED: flag(false).describe("sign-up and sign-in with a phone"),
  EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false).describe("accounts without email and phone"),
  MAILER_AUTOCONFIRM: flag(false).describe(
    "true: new emails count as proven; for development only",
  ),
  SMS_AUTOCONFIRM: flag(false).describe("true: new phones count as proven; for development only"),
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag(true).describe(
    "the current mailbox confirms an email change, too",
  ),
  MAILER_OTP_EXP: count(86_400, 60, 604_800).describe("seconds that a mailed code or link is good"),
  MAILER_OTP_LENGTH: count(6, 6, 10).describe("digits of a mailed code"),
  SMTP_MAX_FREQUENCY: seconds
    .default(MAIL_PAUSE_S)
    .describe("time between two mails of one kind to one mailbox, in seconds or as 1h30m"),
  SMS_OTP_EXP: count(300, 30, 86_400).describe(
    "seconds that a texted code is good; GoTrue's 60 is too short for SMS that wait in a queue",
  ),
  SMS_OTP_LENGTH: count(6, 6, 10).describe("digits of a texted code"),
  SMS_MAX_FREQUENCY: seconds
    .default(60)
    .describe("time between two SMS to one phone, in seconds or as 1h30m"),
  PASSWORD_MIN_LENGTH: count(PASSWORD_MIN, PASSWORD_MIN, PASSWORD_MAX_BYTES).describe(
    "the shortest password",
  ),
  PASSWORD_REQUIRED_CHARACTERS: z
    .string()
    .transform((text) => text.split(":").filter((set) => set !== ""))
    .default([])
    .describe("sets of characters, separated by colons; a password needs one of each"),
  PASSWORD_HIBP_ENABLED: flag(false).describe(
    "asks Have I Been Pwned whether a new password was leaked; if it is away, the password is accepted",
  ),
  FAILED_SIGN_IN_MIN_MS: count(500, 0, 5_000).describe(
    "earliest answer to a wrong password, in milliseconds: an old hash takes longer to verify",
  ),
  SECURITY_CAPTCHA_SECRET: OptionalText.describe(
    "Turnstile's secret; with it, enquiries and sign-ins by passkey need a captcha, and sign-ups and requests for mails once half of an hour's mails were asked for",
  ),
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: flag(true).describe(
    "an older refresh token ends the session",
  ),
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: count(10, 0, 3_600).describe(
    "seconds that older tokens are accepted after a refresh",
  ),
  SECURITY_MANUAL_LINKING_ENABLED: flag(false).describe("users may link further identities"),
  SECURITY_PKCE_REQUIRED: flag(true).describe(
    "S256 only, and no tokens in an address: the implicit flow is refused",
  ),
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false).describe(
    "a new password needs a mailed code when the session is older than a day",
  ),
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag(false).describe(
    "a new password needs the current one, unless the session began with a mailed code",
  ),
  SESSIONS_TIMEBOX: z.optional(seconds).describe("maximum age of a session, in seconds or as 720h"),
  SESSIONS_INACTIVITY_TIMEOUT: z
    .optional(seconds)
    .describe("time without a refresh after which a session ends"),
  MFA_TOTP_ENROLL_ENABLED: flag(true).describe("users may add an authenticator app"),
  MFA_TOTP_VERIFY_ENABLED: flag(true).describe("codes of authenticator apps are accepted"),
  MFA_PHONE_ENROLL_ENABLED: flag(false).describe("users may add a phone as second factor"),
  MFA_PHONE_VERIFY_ENABLED: flag(false).describe("codes of such phones are accepted"),
  MFA_PHONE_MAX_FREQUENCY: seconds.default(60).describe("time between two codes for one factor"),
  MFA_MAX_ENROLLED_FACTORS: count(10, 1, 100).describe("factors of one account"),
  MFA_CHALLENGE_EXPIRY_DURATION: seconds.default(300).describe("time that a challenge is good"),
  MFA_FACTOR_EXPIRY_DURATION: seconds
    .default(300)
    .describe("time until a factor that nobody verified is gone"),
  EXTERNAL_WEB3_SOLANA_ENABLED: flag(false).describe("sign-in with Solana wallets"),
  PASSKEY_ENABLED: flag(false).describe(
    "sign-in with passkeys; they belong to the domain of SITE_URL, and another one voids them",
  ),
  ...LIMIT_SETTINGS,
  ...PROVIDER_SETTINGS,
};

const AuthSettings = z.object(AUTH_SETTINGS);
export type AuthSettings = z.infer<typeof AuthSettings>;
