import * as z from "zod";
import { COMPANY, mailboxOf } from "#contracts/company.ts";
import { QueuePrefix, RedisCluster, RedisUrl } from "#contracts/events/queue.ts";
import {
  AuthCodeSecret,
  count,
  DatabaseUrl,
  emulatorOf,
  HttpUrl,
  LogLevel,
  OptionalText,
  OptionalUrl,
  Secret,
  TwilioToken,
  WhatsAppContentSid,
} from "#contracts/setting-schemas.ts";
import { settingsError } from "#contracts/settings-error.ts";

/** An address alone, or after a name: in quotation marks when it has a character with a meaning in RFC 5322. */
const MAILBOX =
  /^(?:(?:"(?:[^"\\]|\\.)+"|[^".,:;<>()[\]@\\]+) <[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

/** `cloudflare` sends `CF-Connecting-IP`, `forwarded` appends to `X-Forwarded-For`. */
const TRUSTED_PROXIES = ["cloudflare", "forwarded"] as const;
export type TrustedProxy = (typeof TRUSTED_PROXIES)[number];

export const WorkerConfig = z.object({
  DATABASE_URL: DatabaseUrl.describe(
    "Postgres, directly and not through a pooler: the relay uses LISTEN, and locks are of a session",
  ),
  DATABASE_POOL_URL: z
    .optional(DatabaseUrl)
    .describe(
      "the same database through a pooler, for all other statements; absent: directly, and fewer at once",
    ),
  REDIS_URL: z
    .optional(RedisUrl)
    .describe(
      "Redis, or several nodes of a Redis Cluster with commas; absent: the queue is in Postgres",
    ),
  REDIS_CLUSTER: RedisCluster,
  QUEUE_PREFIX: QueuePrefix,
  MAIL_TRANSPORT: z.enum(["resend", "emailjs"]).default("resend").describe("resend or emailjs"),
  RESEND_API_KEY: OptionalText.describe("Resend's key with full access"),
  RESEND_BASE_URL: emulatorOf("Resend"),
  EMAILJS_USER_ID: OptionalText.describe("EmailJS's public key"),
  EMAILJS_SERVICE_ID: OptionalText.describe("EmailJS's service"),
  EMAILJS_TEMPLATE_ID: OptionalText.describe("EmailJS's template of team notifications"),
  EMAILJS_AUTO_REPLY_TEMPLATE_ID: OptionalText.describe("EmailJS's template of auto-replies"),
  EMAILJS_BASE_URL: emulatorOf("EmailJS"),
  EMAILJS_ACCOUNT_TEMPLATE_ID: OptionalText.describe("EmailJS's template of account emails"),
  SMS_TRANSPORT: z
    .optional(z.enum(["twilio"]))
    .describe("twilio; absent: SMS effects are dead-lettered"),
  TWILIO_ACCOUNT_SID: z.optional(z.string().regex(/^AC[0-9a-f]{32}$/)).describe("Twilio's account"),
  TWILIO_AUTH_TOKEN: TwilioToken,
  TWILIO_FROM: OptionalText.describe(
    "an E.164 number with +, an alphanumeric sender id, or the SID of a messaging service",
  ),
  TWILIO_WHATSAPP_CONTENT_SID: WhatsAppContentSid,
  TWILIO_BASE_URL: emulatorOf("Twilio"),
  META_PIXEL_ID: z
    .optional(z.string().regex(/^\d{5,20}$/))
    .describe("the site's pixel; absent, as the token: no conversion is reported"),
  META_ACCESS_TOKEN: OptionalText.describe("Meta's token of the Conversions API"),
  META_BASE_URL: emulatorOf("Meta"),
  STRIPE_SECRET_KEY: OptionalText.describe(
    "Stripe's secret key; absent: billing effects are dead-lettered",
  ),
  STRIPE_API_BASE: emulatorOf("Stripe"),
  RENEWAL_NOTICES: z
    .enum(["changed", "all"])
    .default("changed")
    .describe("mail before renewals: all, or changed for those with another sum than the last"),
  MAIL_FROM: z
    .string()
    .regex(MAILBOX)
    .default(mailboxOf(COMPANY.name, COMPANY.email))
    .describe(
      "name and address that emails come from; a name with a comma or full stop in quotation marks",
    ),
  AUTH_CODE_SECRET: AuthCodeSecret,
  TEAM_EMAIL: z.email().describe("gets team notifications and alerts"),
  ALERT_WEBHOOK_URL: OptionalUrl.describe("a chat's webhook, which gets every alert, too"),
  HEARTBEAT_URL: OptionalUrl.describe(
    "gets a POST each minute, and tells the team when none comes; a secret, because its knower can keep it quiet",
  ),
  EMAIL_RPS: count(2).describe("emails per second of all workers; 0: no limit"),
  AUTO_REPLIES_PER_DAY: count(200).describe(
    "auto-replies a day to mailboxes of no user or customer; 0: no limit",
  ),
  TEAM_MAILS_PER_HOUR: count(20).describe(
    "enquiries an hour with a mail of their own to the team; 0: all",
  ),
  SITE_URL: HttpUrl.describe("the site's address"),
  OPS_URL: HttpUrl.describe("the origin of the ops console"),
  API_URL: HttpUrl.describe("the edge's address"),
  OPS_SECRET: Secret.describe("signs and encrypts for the ops console; 32 characters or more"),
  TRUSTED_PROXY: z
    .optional(z.enum(TRUSTED_PROXIES))
    .describe(
      "cloudflare or forwarded: whose header names operators' addresses; absent: they connect directly",
    ),
  LISTEN_HOST: z
    .optional(z.union([z.ipv4(), z.ipv6()]))
    .describe("the address to listen on; absent: all of this machine"),
  PORT: count(8_080, 0, 65_535).describe("the port to listen on"),
  OTEL_EXPORTER_OTLP_ENDPOINT: OptionalUrl.describe(
    "an OpenTelemetry collector; absent: no spans are made",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default("")
    .transform((text, context) => {
      const pairs =
        text === "" ? [] : text.split(",").map((pair) => /^\s*([\w-]+)=(.*?)\s*$/.exec(pair));
      try {
        return Object.fromEntries(
          pairs.map((pair) => [pair?.[1] ?? "", decodeURIComponent(pair?.[2] ?? "%")]),
        );
      } catch {
        context.addIssue({ code: "custom", message: "not name=value pairs" });
        return z.NEVER;
      }
    })
    .describe(
      "headers for the collector: name=value with commas, percent-encoded as in W3C Baggage",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      "the share of traces that are exported, of 1; fewer by a worker with over fifty events a second",
    ),
  LOG_LEVEL: LogLevel,
});

export type WorkerConfig = z.infer<typeof WorkerConfig>;

export const WORKER_CONFIG_KEYS = Object.keys(WorkerConfig.shape);

/** @throws {SettingsError} naming every missing or invalid setting, never its value */
export function readWorkerConfig(
  environment: Readonly<Record<string, string | undefined>>,
): WorkerConfig {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = WorkerConfig.safeParse(given);
  if (parsed.success) return parsed.data;
  throw settingsError("worker", parsed.error, given);
}
