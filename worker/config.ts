import * as z from "zod";
import { COMPANY, mailboxOf } from "#contracts/company.ts";
import { QueuePrefix, RedisCluster, RedisUrl } from "#contracts/events/queue.ts";
import { HttpUrl, TwilioToken, WhatsAppContentSid } from "#contracts/setting-schemas.ts";
import { settingsError } from "#contracts/settings-error.ts";

/** An address alone, or after a name: in quotation marks when it has a character with a meaning in RFC 5322. */
const MAILBOX =
  /^(?:(?:"(?:[^"\\]|\\.)+"|[^".,:;<>()[\]@\\]+) <[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

/** `cloudflare` sends `CF-Connecting-IP`, `forwarded` appends to `X-Forwarded-For`. */
const TRUSTED_PROXIES = ["cloudflare", "forwarded"] as const;
export type TrustedProxy = (typeof TRUSTED_PROXIES)[number];

export const WorkerConfig = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe(
      "Postgres, directly and not through a pooler: the relay uses LISTEN, and locks are of a session",
    ),
  DATABASE_POOL_URL: z
    .optional(z.url({ protocol: /^postgres(ql)?$/ }))
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
  RESEND_API_KEY: z.optional(z.string().min(1)).describe("Resend's key with full access"),
  RESEND_BASE_URL: z.optional(HttpUrl).describe("an emulator instead of Resend"),
  EMAILJS_USER_ID: z.optional(z.string().min(1)).describe("EmailJS's public key"),
  EMAILJS_SERVICE_ID: z.optional(z.string().min(1)).describe("EmailJS's service"),
  EMAILJS_TEMPLATE_ID: z
    .optional(z.string().min(1))
    .describe("EmailJS's template of team notifications"),
  EMAILJS_AUTO_REPLY_TEMPLATE_ID: z
    .optional(z.string().min(1))
    .describe("EmailJS's template of auto-replies"),
  EMAILJS_BASE_URL: z.optional(HttpUrl).describe("an emulator instead of EmailJS"),
  EMAILJS_ACCOUNT_TEMPLATE_ID: z
    .optional(z.string().min(1))
    .describe("EmailJS's template of account emails"),
  SMS_TRANSPORT: z
    .optional(z.enum(["twilio"]))
    .describe("twilio; absent: SMS effects are dead-lettered"),
  TWILIO_ACCOUNT_SID: z.optional(z.string().regex(/^AC[0-9a-f]{32}$/)).describe("Twilio's account"),
  TWILIO_AUTH_TOKEN: TwilioToken,
  TWILIO_FROM: z
    .optional(z.string().min(1))
    .describe(
      "an E.164 number with +, an alphanumeric sender id, or the SID of a messaging service",
    ),
  TWILIO_WHATSAPP_CONTENT_SID: WhatsAppContentSid,
  TWILIO_BASE_URL: z.optional(HttpUrl).describe("an emulator instead of Twilio"),
  META_PIXEL_ID: z
    .optional(z.string().regex(/^\d{5,20}$/))
    .describe("the site's pixel; absent, as the token: no conversion is reported"),
  META_ACCESS_TOKEN: z.optional(z.string().min(1)).describe("Meta's token of the Conversions API"),
  META_BASE_URL: z.optional(HttpUrl).describe("an emulator instead of Meta"),
  STRIPE_SECRET_KEY: z
    .optional(z.string().min(1))
    .describe("Stripe's secret key; absent: billing effects are dead-lettered"),
  STRIPE_API_BASE: z.optional(HttpUrl).describe("an emulator instead of Stripe"),
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
  AUTH_CODE_SECRET: z
    .string()
    .min(32)
    .describe(
      "derives codes, links and keys of files, hashes recovery codes; 32 characters or more",
    ),
  TEAM_EMAIL: z.email().describe("gets team notifications and alerts"),
  ALERT_WEBHOOK_URL: z.optional(HttpUrl).describe("a chat's webhook, which gets every alert, too"),
  HEARTBEAT_URL: z
    .optional(HttpUrl)
    .describe(
      "gets a POST each minute, and tells the team when none comes; a secret, because its knower can keep it quiet",
    ),
  EMAIL_RPS: z.coerce
    .number()
    .int()
    .min(0)
    .default(2)
    .describe("emails per second of all workers; 0: no limit"),
  AUTO_REPLIES_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(200)
    .describe("auto-replies a day to mailboxes of no user or customer; 0: no limit"),
  TEAM_MAILS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .default(20)
    .describe("enquiries an hour with a mail of their own to the team; 0: all"),
  SITE_URL: HttpUrl.describe("the site's address"),
  OPS_URL: HttpUrl.describe("the origin of the ops console"),
  API_URL: HttpUrl.describe("the edge's address"),
  OPS_SECRET: z
    .string()
    .min(32)
    .describe("signs and encrypts for the ops console; 32 characters or more"),
  TRUSTED_PROXY: z
    .optional(z.enum(TRUSTED_PROXIES))
    .describe(
      "cloudflare or forwarded: whose header names operators' addresses; absent: they connect directly",
    ),
  LISTEN_HOST: z
    .optional(z.union([z.ipv4(), z.ipv6()]))
    .describe("the address to listen on; absent: all of this machine"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080).describe("the port to listen on"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .optional(HttpUrl)
    .describe("an OpenTelemetry collector; absent: no spans are made"),
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
  LOG_LEVEL: z
    .enum(["silent", "error", "warn", "info", "debug"])
    .default("info")
    .describe("silent, error, warn, info or debug"),
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
