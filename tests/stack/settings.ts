import { createHash } from "node:crypto";
import { COMPANY } from "#contracts/company.ts";
import { QueuePrefix } from "#contracts/events/queue.ts";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import { WORKER_CONFIG_KEYS } from "../../worker/config.ts";
import { SITE_CONFIG_KEYS } from "../deploy/part-settings.ts";
import { callbackOf, providerSettings, emulatorClient } from "./oauth/settings.ts";
import type { Env } from "./part.ts";
import type { Ports } from "./ports.ts";
import { databaseUrl } from "./postgres.ts";
import type { ChosenRedis } from "./queue-choice.ts";
import type { Secrets } from "./secrets.ts";

const EMULATOR_PIXEL_ID = "100000000000001";
const EMULATOR_PUBLISHABLE_KEY = "pk_test_51TidepostStandInAccount";
export const EMULATOR_TOKEN = "emulator-token";
const EMULATOR_ACCOUNT_SID = `AC${"0".repeat(32)}`;
const EMULATOR_PHONE = "+447700900000";

export interface StackUrls {
  readonly site: string;
  readonly api: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly inbox: string;
  /** Null when a real Stripe account is used. */
  readonly stripe: string | null;
  readonly ops: string;
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
}

/** Public URLs; the caller may override them for a tunnel or proxy. */
export function publicUrls(ports: Ports, given: Env): { site: string; api: string; ops: string } {
  return {
    site: given["SITE_URL"] ?? `http://localhost:${ports.site}`,
    api: given["API_URL"] ?? `http://localhost:${ports.api}`,
    ops: given["OPS_URL"] ?? `http://localhost:${ports.ops}`,
  };
}

export function productSettings(options: {
  given: Env;
  dir: string;
  ports: Ports;
  secrets: Secrets;
  redis: ChosenRedis | null;
}): Env {
  const { given, ports, secrets, redis } = options;
  const urls = publicUrls(ports, given);
  const emulators = `http://127.0.0.1:${ports.inbox}`;
  return {
    NEON_FETCH_ENDPOINT: `http://127.0.0.1:${ports.bridge}/sql`,
    QUEUE_PREFIX:
      redis === null || redis.server !== null
        ? QueuePrefix.parse(undefined)
        : sharedQueuePrefix(options.dir),
    EDGE_PUBLISH: redis === null ? "off" : "on",
    AUTH_CODE_SECRET: secrets.authCodeSecret,
    AUTH_TOKEN_SECRET: secrets.authTokenSecret,
    AUTH_ENCRYPTION_SECRET: secrets.authEncryptionSecret,
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    EXTERNAL_WEB3_SOLANA_ENABLED: "true",
    PASSKEY_ENABLED: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    // The default of the public client is the implicit flow.
    SECURITY_PKCE_REQUIRED: "false",
    ...providerSettings(
      `${emulators}/oauth`,
      emulatorClient({ redirectUri: callbackOf(urls.api), appleKey: secrets.appleKey }),
    ),
    MFA_PHONE_ENROLL_ENABLED: "true",
    MFA_PHONE_VERIFY_ENABLED: "true",
    JWT_KEYS: JSON.stringify(secrets.jwtKeys),
    LOG_LEVEL: "info",
    MAIL_TRANSPORT: "resend",
    RESEND_API_KEY: secrets.resendApiKey,
    RESEND_BASE_URL: emulators,
    RESEND_WEBHOOK_SECRETS: secrets.resendWebhookSecret,
    CALENDLY_WEBHOOK_SECRETS: secrets.calendlyWebhookSecret,
    EMAILJS_USER_ID: secrets.emailJs.userId,
    EMAILJS_SERVICE_ID: secrets.emailJs.serviceId,
    EMAILJS_TEMPLATE_ID: secrets.emailJs.templateId,
    EMAILJS_AUTO_REPLY_TEMPLATE_ID: secrets.emailJs.autoReplyTemplateId,
    EMAILJS_ACCOUNT_TEMPLATE_ID: secrets.emailJs.accountTemplateId,
    EMAILJS_BASE_URL: emulators,
    SMS_TRANSPORT: "twilio",
    TWILIO_ACCOUNT_SID: EMULATOR_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: EMULATOR_TOKEN,
    TWILIO_FROM: EMULATOR_PHONE,
    TWILIO_WHATSAPP_CONTENT_SID: `HX${"0".repeat(32)}`,
    TWILIO_BASE_URL: emulators,
    ...(usesStripeEmulator(given) ? stripeSettings(ports, secrets) : {}),
    META_PIXEL_ID: given["PIXEL_ID"] || EMULATOR_PIXEL_ID,
    META_ACCESS_TOKEN: EMULATOR_TOKEN,
    META_BASE_URL: emulators,
    TURNSTILE_API_BASE: emulators,
    MAIL_FROM: `${COMPANY.name} <${COMPANY.email}>`,
    TEAM_EMAIL: `team@${COMPANY.domain}`,
    EMAIL_RPS: "0",
    AUTO_REPLIES_PER_DAY: "0",
    TEAM_MAILS_PER_HOUR: "0",
    // Tests share one project-wide limit; per-visitor limits stay, as each visitor has its own IP.
    RATE_LIMIT_EMAIL_SENT: "100000",
    RATE_LIMIT_EMAIL_SENT_PROVEN: "100000",
    RATE_LIMIT_SMS_SENT: "100000",
    RATE_LIMIT_SMS_SENT_PROVEN: "100000",
    OPS_SECRET: secrets.opsSecret,
    ...given,
    SITE_URL: urls.site,
    API_URL: urls.api,
    OPS_URL: urls.ops,
    DATABASE_URL:
      given["DATABASE_URL"] ??
      databaseUrl({ port: ports.postgres, password: secrets.databasePassword }),
    REDIS_URL: redis?.url,
  };
}

export const STACK_SETTINGS = new Set([
  ...EDGE_CONFIG_KEYS,
  ...WORKER_CONFIG_KEYS,
  ...SITE_CONFIG_KEYS,
]);

/**
 * Writes settings as a file of `NAME='value'` lines.
 *
 * @param names the settings to write; the rest of the caller's environment stays out
 */
export function asEnvFile(settings: Env, names: Iterable<string>): string {
  return [...names]
    .flatMap((name) => {
      const value = settings[name];
      if (value === undefined || value === "") return [];
      // Neither quote can be escaped inside itself.
      const mark = value.includes("'") ? "`" : "'";
      return [`${name}=${mark}${value}${mark}\n`];
    })
    .join("");
}

export function usesStripeEmulator(given: Env): boolean {
  return given["STRIPE_SECRET_KEY"] === undefined;
}

function stripeSettings(ports: Ports, secrets: Secrets): Env {
  return {
    STRIPE_SECRET_KEY: secrets.stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: EMULATOR_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRETS: secrets.stripe.webhookSecret,
    STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}`,
  };
}

/** Separates the stacks on a shared Redis. */
function sharedQueuePrefix(dir: string): string {
  return `tidepost-${createHash("sha256").update(dir).digest("hex").slice(0, 8)}`;
}
