import { z } from "zod";
import { DEFAULT_QUEUE_PREFIX } from "#contracts/events/queue.ts";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

export const WorkerConfig = z.object({
  /** A direct address, not a pooled one: the relay listens for notifications. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Absent: the queue is BullMQ's PostgreSQL backend in the same database. */
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/ })),
  QUEUE_PREFIX: z.string().min(1).default(DEFAULT_QUEUE_PREFIX),
  MAIL_TRANSPORT: z.enum(["resend", "emailjs"]).default("resend"),
  RESEND_API_KEY: z.optional(z.string().min(1)),
  RESEND_BASE_URL: z.optional(url),
  EMAILJS_USER_ID: z.optional(z.string().min(1)),
  EMAILJS_SERVICE_ID: z.optional(z.string().min(1)),
  EMAILJS_TEMPLATE_ID: z.optional(z.string().min(1)),
  EMAILJS_AUTO_REPLY_TEMPLATE_ID: z.optional(z.string().min(1)),
  EMAILJS_BASE_URL: z.optional(url),
  EMAILJS_ACCOUNT_TEMPLATE_ID: z.optional(z.string().min(1)),
  /** Absent: texts are refused. */
  SMS_TRANSPORT: z.optional(z.enum(["twilio"])),
  TWILIO_ACCOUNT_SID: z.optional(z.string().regex(/^AC[0-9a-f]{32}$/)),
  TWILIO_AUTH_TOKEN: z.optional(z.string().min(1)),
  /** A number in E.164 with its plus, a name of letters, or the SID of a messaging service. */
  TWILIO_FROM: z.optional(z.string().min(1)),
  TWILIO_BASE_URL: z.optional(url),
  /** Absent, with the token: nobody is told of conversions. */
  META_PIXEL_ID: z.optional(z.string().regex(/^\d{5,20}$/)),
  META_ACCESS_TOKEN: z.optional(z.string().min(1)),
  META_BASE_URL: z.optional(url),
  /** Absent: nothing can be paid, and what is told of payments waits for a person. */
  STRIPE_SECRET_KEY: z.optional(z.string().min(1)),
  STRIPE_API_BASE: z.optional(url),
  MAIL_FROM: z.string().min(3).default("Tidepost <hello@tidepost.example>"),
  /** Shared with the edge: what mailed codes and links are derived from. */
  AUTH_CODE_SECRET: z.string().min(32),
  TEAM_EMAIL: z.email(),
  /** Beside the mail to the team: an incoming webhook of a chat service. */
  ALERT_WEBHOOK_URL: z.optional(url),
  /** Mails per second at most, over all workers; 0 is no limit. The default is Resend's own. */
  EMAIL_RPS: z.coerce.number().int().min(0).default(2),
  SITE_URL: url,
  OPS_URL: url,
  /** The edge, whose authentication service says who opens the desk. */
  API_URL: url,
  /** Signs the desk's cookies. */
  OPS_SECRET: z.string().min(32),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
});

export type WorkerConfig = z.infer<typeof WorkerConfig>;

/** The names of all settings, for whoever passes an environment on to the worker. */
export const WORKER_CONFIG_KEYS = Object.keys(WorkerConfig.shape);

/**
 * Reads the settings out of the environment, once at start.
 *
 * @throws {Error} naming every setting that is missing or wrong, never its value
 */
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
