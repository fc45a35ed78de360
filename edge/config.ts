import * as z from "zod";
import { QueuePrefix, RedisCluster, RedisUrl } from "#contracts/events/queue.ts";
import {
  count,
  DatabaseUrl,
  emulatorOf,
  HttpUrl,
  JsonText,
  LogLevel,
  OptionalText,
  TwilioToken,
  WhatsAppContentSid,
} from "#contracts/setting-schemas.ts";
import { settingsError } from "#contracts/settings-error.ts";
import { AUTH_SETTINGS } from "./settings/auth-settings.ts";

const jwkFields = {
  kid: z.string().min(1),
  use: z.exactOptional(z.literal("sig")),
  key_ops: z.exactOptional(z.array(z.string())),
};

/**
 * Keys with their `kid`. The first private one signs, unless `key_ops` of another says `sign`;
 * all verify, so a retired key stays in the list until its last token has expired.
 */
const Jwk = z.discriminatedUnion("kty", [
  z.object({
    ...jwkFields,
    kty: z.literal("EC"),
    alg: z.exactOptional(z.literal("ES256")),
    crv: z.literal("P-256"),
    x: z.string().min(1),
    y: z.string().min(1),
    d: z.exactOptional(z.string().min(1)),
  }),
  z.object({
    ...jwkFields,
    kty: z.literal("RSA"),
    alg: z.exactOptional(z.literal("RS256")),
    n: z.string().min(1),
    e: z.string().min(1),
    d: z.exactOptional(z.string().min(1)),
    p: z.exactOptional(z.string().min(1)),
    q: z.exactOptional(z.string().min(1)),
    dp: z.exactOptional(z.string().min(1)),
    dq: z.exactOptional(z.string().min(1)),
    qi: z.exactOptional(z.string().min(1)),
  }),
]);
export type Jwk = z.infer<typeof Jwk>;

/** One, or two during a rotation. */
const secretsLike = (secret: z.ZodString) =>
  z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(secret))
    .default([]);

export const EdgeConfig = z.object({
  DATABASE_URL: DatabaseUrl.describe("the same database, through Neon's pooler"),
  NEON_FETCH_ENDPOINT: emulatorOf("Neon's SQL over HTTP"),
  REDIS_CLUSTER: RedisCluster,
  REDIS_URL: z.optional(RedisUrl).describe("the same; absent: the relay publishes every event"),
  QUEUE_PREFIX: QueuePrefix,
  EDGE_PUBLISH: z
    .enum(["on", "off"])
    .default("on")
    .describe("on or off: only the relay publishes events"),
  EDGE_PUBLISHERS: count(1, 1, 64).describe(
    "Durable Objects that share the events; one is enough for hundreds a second, and stays awake",
  ),
  SITE_URL: HttpUrl.describe("the site's address"),
  API_URL: HttpUrl.describe("the edge's address"),
  JWT_KEYS: JsonText.pipe(
    z
      .array(Jwk)
      .refine((keys) => keys.some((key) => key.d !== undefined), "no private key")
      .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, "a kid twice"),
  ).describe(
    "a JSON array of ES256 or RS256 JWKs with a kid; the first private key signs, all verify",
  ),
  STRIPE_SECRET_KEY: OptionalText.describe(
    "the same; absent: payment endpoints answer 503 payments_not_configured",
  ),
  STRIPE_WEBHOOK_SECRETS: secretsLike(z.string().min(1)).describe(
    "secrets of Stripe's webhook, two with a comma during a rotation",
  ),
  RESEND_WEBHOOK_SECRETS: secretsLike(
    z.string().regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/),
  ).describe(
    "secrets of Resend's webhook, likewise; absent: nobody learns whether an email arrived",
  ),
  CALENDLY_WEBHOOK_SECRETS: secretsLike(z.string().min(16)).describe(
    "signing keys of Calendly's webhook, likewise; absent: the console knows no booked calls",
  ),
  TWILIO_AUTH_TOKEN: TwilioToken,
  TWILIO_WHATSAPP_CONTENT_SID: WhatsAppContentSid,
  STRIPE_API_BASE: emulatorOf("Stripe"),
  TURNSTILE_API_BASE: emulatorOf("Turnstile"),
  LOG_LEVEL: LogLevel,
  ...AUTH_SETTINGS,
});

export type EdgeConfig = z.infer<typeof EdgeConfig>;

export const EDGE_CONFIG_KEYS = Object.keys(EdgeConfig.shape);

/** @throws {SettingsError} naming missing and wrong settings, never their values */
export function readEdgeConfig(bindings: object): EdgeConfig {
  const settings = Object.fromEntries(
    Object.entries(bindings).filter(([, value]) => typeof value === "string" && value !== ""),
  );
  const parsed = EdgeConfig.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw settingsError("edge", parsed.error, settings);
}
