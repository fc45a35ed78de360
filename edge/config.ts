import { z } from "zod";
import { DEFAULT_QUEUE_PREFIX } from "#contracts/events/queue.ts";
import { AUTH_SETTINGS } from "./auth/auth-settings.ts";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

const keyNames = {
  kid: z.string().min(1),
  use: z.exactOptional(z.literal("sig")),
  key_ops: z.exactOptional(z.array(z.string())),
};

/**
 * A key with its id. The first private one signs, unless `key_ops` marks another with `sign`; all of them verify, so
 * that a retired key stays in the list, with or without its private part, until its last token has expired.
 */
const Jwk = z.discriminatedUnion("kty", [
  z.object({
    ...keyNames,
    kty: z.literal("EC"),
    alg: z.exactOptional(z.literal("ES256")),
    crv: z.literal("P-256"),
    x: z.string().min(1),
    y: z.string().min(1),
    d: z.exactOptional(z.string().min(1)),
  }),
  z.object({
    ...keyNames,
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

export const EdgeConfig = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Only where Neon is not at its own address: the local bridge. */
  NEON_FETCH_ENDPOINT: z.optional(url),
  /** Absent where the queue is PostgreSQL: the relay then publishes everything. */
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/ })),
  QUEUE_PREFIX: z.string().min(1).default(DEFAULT_QUEUE_PREFIX),
  EDGE_PUBLISH: z.enum(["on", "off"]).default("on"),
  SITE_URL: url,
  API_URL: url,
  JWT_KEYS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
    })
    .pipe(
      z
        .array(Jwk)
        .refine((keys) => keys.some((key) => key.d !== undefined), "no private key")
        .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, "a kid twice"),
    ),
  /** Absent: nothing can be paid, and everything else works. */
  STRIPE_SECRET_KEY: z.optional(z.string().min(1)),
  /** Of the webhook endpoint, divided by commas: two while one takes the other's place. */
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(1)))
    .default([]),
  /** Only where the provider is not at its own address: the local stand-in. */
  STRIPE_API_BASE: z.optional(url),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  ...AUTH_SETTINGS,
});

export type EdgeConfig = z.infer<typeof EdgeConfig>;

/** The names of all settings, for whoever passes an environment on to the edge. */
export const EDGE_CONFIG_KEYS = Object.keys(EdgeConfig.shape);

/**
 * Reads the settings out of the bindings, once for each isolate.
 *
 * @throws {Error} naming every setting that is missing or wrong, never its value
 */
export function readEdgeConfig(bindings: object): EdgeConfig {
  const given = Object.fromEntries(
    Object.entries(bindings).filter(([, value]) => typeof value === "string" && value !== ""),
  );
  const parsed = EdgeConfig.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => `${issue.path.join(".")} (${issue.message})`);
  throw new Error(`The edge's configuration is incomplete or wrong: ${names.join(", ")}`);
}
