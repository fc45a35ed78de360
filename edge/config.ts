import { z } from "zod";
import { DEFAULT_QUEUE_PREFIX } from "#contracts/events/queue.ts";

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

/** A private ES256 key with its id; the first of the list signs, all of them verify. */
const SigningKey = z.looseObject({
  kid: z.string().min(1),
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string().min(1),
  y: z.string().min(1),
});

const EdgeConfig = z.object({
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
    .pipe(z.array(SigningKey).min(1)),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
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
