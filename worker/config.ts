import * as z from "zod";
import { QueuePrefix, RedisUrl } from "#contracts/events/queue.ts";
import { TRUSTED_PROXIES } from "./ops/session/visitor-address.ts";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

export const WorkerConfig = z.object({
  /** A direct connection, not a pooled one: the relay uses LISTEN, and locks are of a session. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The same database through a pooler, for all other statements. Absent: direct, and fewer. */
  DATABASE_POOL_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** Absent: the queue is BullMQ's PostgreSQL backend in the same database. */
  REDIS_URL: z.optional(RedisUrl),
  QUEUE_PREFIX: QueuePrefix,
  MAIL_TRANSPORT: z.enum(["resend", "emailjs"]).default("resend"),
  RESEND_API_KEY: z.optional(z.string().min(1)),
  RESEND_BASE_URL: z.optional(url),
  EMAILJS_USER_ID: z.optional(z.string().min(1)),
  EMAILJS_SERVICE_ID: z.optional(z.string().min(1)),
  EMAILJS_TEMPLATE_ID: z.optional(z.string().min(1)),
  EMAILJS_AUTO_REPLY_TEMPLATE_ID: z.optional(z.string().min(1)),
  EMAILJS_BASE_URL: z.optional(url),
  EMAILJS_ACCOUNT_TEMPLATE_ID: z.optional(z.string().min(1)),
  /** Absent: SMS effects are dead-lettered. */
  SMS_TRANSPORT: z.optional(z.enum(["twilio"])),
  TWILIO_ACCOUNT_SID: z.optional(z.string().regex(/^AC[0-9a-f]{32}$/)),
  TWILIO_AUTH_TOKEN: z.optional(z.string().min(1)),
  /** E.164 number with `+`, alphanumeric sender id, or messaging service SID. */
  TWILIO_FROM: z.optional(z.string().min(1)),
  TWILIO_BASE_URL: z.optional(url),
  /** Absent, with the token: no conversion is reported. */
  META_PIXEL_ID: z.optional(z.string().regex(/^\d{5,20}$/)),
  META_ACCESS_TOKEN: z.optional(z.string().min(1)),
  META_BASE_URL: z.optional(url),
  /** Absent: billing effects are dead-lettered. */
  STRIPE_SECRET_KEY: z.optional(z.string().min(1)),
  STRIPE_API_BASE: z.optional(url),
  /** `all`: also before a renewal whose sum is that of the last. */
  RENEWAL_NOTICES: z.enum(["changed", "all"]).default("changed"),
  MAIL_FROM: z.string().min(3).default("Tidepost <hello@tidepost.example>"),
  /** Shared with the edge; codes and links in emails are derived from it. */
  AUTH_CODE_SECRET: z.string().min(32),
  TEAM_EMAIL: z.email(),
  ALERT_WEBHOOK_URL: z.optional(url),
  /** A secret: whoever knows it can keep the alarm silent. */
  HEARTBEAT_URL: z.optional(url),
  /** Per second over all workers; 0 is no limit. The default is Resend's. */
  EMAIL_RPS: z.coerce.number().int().min(0).default(2),
  SITE_URL: url,
  OPS_URL: url,
  API_URL: url,
  OPS_SECRET: z.string().min(32),
  /** Absent: operators connect directly, and no header names their address. */
  TRUSTED_PROXY: z.optional(z.enum(TRUSTED_PROXIES)),
  /** The address to listen on. Absent: all of this machine's. */
  LISTEN_HOST: z.optional(z.union([z.ipv4(), z.ipv6()])),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  /** An OpenTelemetry collector. Absent: no spans are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url),
  /** `name=value` pairs with commas between, percent-encoded, as in W3C Baggage. */
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
    }),
  /** The share of traces that are exported, of 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
});

export type WorkerConfig = z.infer<typeof WorkerConfig>;

export const WORKER_CONFIG_KEYS = Object.keys(WorkerConfig.shape);

/** @throws {Error} naming every missing or invalid setting, never its value */
export function readWorkerConfig(
  environment: Readonly<Record<string, string | undefined>>,
): WorkerConfig {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = WorkerConfig.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`);
  throw new Error(`The worker's configuration is incomplete or wrong: ${names.join(", ")}`);
}
