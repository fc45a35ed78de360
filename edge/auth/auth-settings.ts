import * as z from "zod";
import { PROVIDER_SETTINGS } from "./oauth/oauth-settings.ts";

const flag = (fallback: boolean) => z.stringbool().default(fallback);
const count = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const list = (fallback: readonly string[]) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    )
    .default([...fallback]);

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

/** Shorter ones could be guessed. */
const secret = z.string().min(32);

/** Per five minutes and visitor, unless stated otherwise. */
export const LIMIT_SETTINGS = {
  RATE_LIMIT_TOKEN_REFRESH: count(150, 1, 1_000_000),
  RATE_LIMIT_WRONG_PASSWORD: count(20, 1, 1_000_000),
  RATE_LIMIT_VERIFY: count(30, 1, 1_000_000),
  RATE_LIMIT_OTP: count(30, 1, 1_000_000),
  /** Per hour, as are the budgets for mails and SMS. */
  RATE_LIMIT_ANONYMOUS_USERS: count(30, 1, 1_000_000),
  RATE_LIMIT_WEB3: count(30, 1, 1_000_000),
  RATE_LIMIT_SSO: count(30, 1, 1_000_000),
  RATE_LIMIT_PASSKEY: count(30, 1, 1_000_000),
  RATE_LIMIT_EMAIL_SENT: count(30, 1, 1_000_000),
  RATE_LIMIT_SMS_SENT: count(30, 1, 1_000_000),
  /** To addresses and phones of accounts; the two above are for all others. */
  RATE_LIMIT_EMAIL_SENT_PROVEN: count(30, 1, 1_000_000),
  RATE_LIMIT_SMS_SENT_PROVEN: count(30, 1, 1_000_000),
  /** Per minute. */
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: count(15, 1, 1_000_000),
};

export const AUTH_SETTINGS = {
  AUTH_CODE_SECRET: secret,
  AUTH_TOKEN_SECRET: secret,
  AUTH_SEAL_SECRET: secret,
  API_EXTERNAL_URL: z.optional(z.url().transform((text) => text.replace(/\/$/, ""))),
  /** Redirect patterns besides `SITE_URL`: `*` within a segment, `**` across segments. */
  URI_ALLOW_LIST: list([]),
  JWT_ISSUER: z.optional(z.string().min(1)),
  /** Verifies public keys of an earlier Supabase project. Never signs. */
  JWT_SECRET: z.optional(secret),
  /** Seconds. */
  JWT_EXP: count(3_600, 30, 604_800),
  JWT_AUD: z.string().min(1).default("authenticated"),
  JWT_DEFAULT_GROUP_NAME: z.string().min(1).default("authenticated"),
  JWT_ADMIN_ROLES: list(["service_role", "supabase_admin"]),
  DISABLE_SIGNUP: flag(false),
  EXTERNAL_EMAIL_ENABLED: flag(true),
  EXTERNAL_PHONE_ENABLED: flag(false),
  EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false),
  MAILER_AUTOCONFIRM: flag(false),
  SMS_AUTOCONFIRM: flag(false),
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag(true),
  /** Seconds. */
  MAILER_OTP_EXP: count(86_400, 60, 604_800),
  MAILER_OTP_LENGTH: count(6, 6, 10),
  SMTP_MAX_FREQUENCY: seconds.default(60),
  /** Seconds. GoTrue's default is 60; our SMS may wait in a queue. */
  SMS_OTP_EXP: count(300, 30, 86_400),
  SMS_OTP_LENGTH: count(6, 6, 10),
  SMS_MAX_FREQUENCY: seconds.default(60),
  PASSWORD_MIN_LENGTH: count(6, 6, 72),
  /** Sets of characters, separated by colons. */
  PASSWORD_REQUIRED_CHARACTERS: z
    .string()
    .transform((text) => text.split(":").filter((set) => set !== ""))
    .default([]),
  /** Asks Have I Been Pwned about new passwords. */
  PASSWORD_HIBP_ENABLED: flag(false),
  /** Milliseconds. More than verifying a hash of before Argon2id takes. */
  FAILED_SIGN_IN_MIN_MS: count(500, 0, 5_000),
  /** Of Turnstile. Without it, nobody needs to solve a captcha. */
  SECURITY_CAPTCHA_SECRET: z.optional(z.string().min(1)),
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: flag(true),
  /** Seconds. */
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: count(10, 0, 3_600),
  SECURITY_MANUAL_LINKING_ENABLED: flag(false),
  /** S256 only, and no tokens in an address: the implicit flow is refused. */
  SECURITY_PKCE_REQUIRED: flag(true),
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false),
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag(false),
  SESSIONS_TIMEBOX: z.optional(seconds),
  SESSIONS_INACTIVITY_TIMEOUT: z.optional(seconds),
  MFA_TOTP_ENROLL_ENABLED: flag(true),
  MFA_TOTP_VERIFY_ENABLED: flag(true),
  MFA_PHONE_ENROLL_ENABLED: flag(false),
  MFA_PHONE_VERIFY_ENABLED: flag(false),
  MFA_PHONE_MAX_FREQUENCY: seconds.default(60),
  MFA_MAX_ENROLLED_FACTORS: count(10, 1, 100),
  /** Seconds. */
  MFA_CHALLENGE_EXPIRY_DURATION: seconds.default(300),
  /** Seconds. */
  MFA_FACTOR_EXPIRY_DURATION: seconds.default(300),
  EXTERNAL_WEB3_SOLANA_ENABLED: flag(false),
  PASSKEY_ENABLED: flag(false),
  ...LIMIT_SETTINGS,
  ...PROVIDER_SETTINGS,
};

const AuthSettings = z.object(AUTH_SETTINGS);
export type AuthSettings = z.infer<typeof AuthSettings>;
