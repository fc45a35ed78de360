import { z } from "zod";
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

/** Seconds, written as a number or as `1h30m`. */
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

/** Both are keys of a hash, for which fewer characters would be too easy to guess. */
const secret = z.string().min(32);

/** How often somebody may ask; per five minutes and address of the network where nothing else is said. */
export const LIMIT_SETTINGS = {
  RATE_LIMIT_TOKEN_REFRESH: count(150, 1, 1_000_000),
  RATE_LIMIT_VERIFY: count(30, 1, 1_000_000),
  /** Also for sign-up, recovery, sending again, and changes of an account. */
  RATE_LIMIT_OTP: count(30, 1, 1_000_000),
  /** Per hour. */
  RATE_LIMIT_ANONYMOUS_USERS: count(30, 1, 1_000_000),
  RATE_LIMIT_WEB3: count(30, 1, 1_000_000),
  RATE_LIMIT_SSO: count(30, 1, 1_000_000),
  /** Mails per hour to everybody together. */
  RATE_LIMIT_EMAIL_SENT: count(30, 1, 1_000_000),
  /** Messages per hour to everybody together. */
  RATE_LIMIT_SMS_SENT: count(30, 1, 1_000_000),
  /** Per minute. */
  MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: count(15, 1, 1_000_000),
};

/**
 * The settings of the authentication service, named as in the service that it replaces. Whoever adds a provider or a
 * kind of factor adds its settings here.
 */
export const AUTH_SETTINGS = {
  /** Edge and worker derive one-time codes and links from it. */
  AUTH_CODE_SECRET: secret,
  /** The edge alone signs refresh tokens with it. Changing it signs everybody out. */
  AUTH_TOKEN_SECRET: secret,
  /** The edge alone seals with it what must be read again: authenticators' secrets. Changing it voids them all. */
  AUTH_SEAL_SECRET: secret,
  /** The address that browsers call, where that is another one than `API_URL`. */
  API_EXTERNAL_URL: z.optional(z.url().transform((text) => text.replace(/\/$/, ""))),
  /** Patterns of where a person may be led besides `SITE_URL`: `*` within a part, `**` across parts. */
  URI_ALLOW_LIST: list([]),
  JWT_ISSUER: z.optional(z.string().min(1)),
  /** Also verifies tokens of HS256, so that the public keys of a site that moves here stay good. It never signs. */
  JWT_SECRET: z.optional(secret),
  /** Lifetime of an access token in seconds. */
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
  /** Lifetime of a mailed code or link in seconds. */
  MAILER_OTP_EXP: count(86_400, 60, 604_800),
  MAILER_OTP_LENGTH: count(6, 6, 10),
  /** Between two mails of one kind to one person. */
  SMTP_MAX_FREQUENCY: seconds.default(60),
  /** Lifetime of a texted code in seconds. Longer than with the elder service: ours may wait in a queue. */
  SMS_OTP_EXP: count(300, 30, 86_400),
  SMS_OTP_LENGTH: count(6, 6, 10),
  /** Between two texts to one person. */
  SMS_MAX_FREQUENCY: seconds.default(60),
  PASSWORD_MIN_LENGTH: count(6, 6, 72),
  /** Sets of characters, separated by colons, of each of which a password needs one. */
  PASSWORD_REQUIRED_CHARACTERS: z
    .string()
    .transform((text) => text.split(":").filter((set) => set !== ""))
    .default([]),
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: flag(true),
  /** For how many seconds after a refresh an older token is still answered: browsers have several tabs. */
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: count(10, 0, 3_600),
  SECURITY_MANUAL_LINKING_ENABLED: flag(false),
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false),
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag(false),
  /** A session ends this long after its beginning; left out, never. */
  SESSIONS_TIMEBOX: z.optional(seconds),
  /** A session ends when it was not refreshed for this long; left out, never. */
  SESSIONS_INACTIVITY_TIMEOUT: z.optional(seconds),
  MFA_TOTP_ENROLL_ENABLED: flag(true),
  MFA_TOTP_VERIFY_ENABLED: flag(true),
  MFA_PHONE_ENROLL_ENABLED: flag(false),
  MFA_PHONE_VERIFY_ENABLED: flag(false),
  /** Between two texts to one phone that serves as a second step. */
  MFA_PHONE_MAX_FREQUENCY: seconds.default(60),
  MFA_MAX_ENROLLED_FACTORS: count(10, 1, 100),
  /** How long a challenge may be answered, in seconds. */
  MFA_CHALLENGE_EXPIRY_DURATION: seconds.default(300),
  /** How long a factor that was begun and never proved is kept, in seconds. */
  MFA_FACTOR_EXPIRY_DURATION: seconds.default(300),
  EXTERNAL_WEB3_SOLANA_ENABLED: flag(false),
  EXTERNAL_WEB3_ETHEREUM_ENABLED: flag(false),
  ...LIMIT_SETTINGS,
  ...PROVIDER_SETTINGS,
};

const AuthSettings = z.object(AUTH_SETTINGS);
export type AuthSettings = z.infer<typeof AuthSettings>;
