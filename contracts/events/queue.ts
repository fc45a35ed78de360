import * as z from "zod";

export const EVENTS_QUEUE = "events";

export const QueuePrefix = z
  .string()
  .regex(/^[^{}]+$/)
  .default("tidepost")
  .describe("begins the names of all queues; another one begins with empty queues");

/** The braces are the hash tag of Redis Cluster: the keys of one queue share a slot, and several queues can use several nodes. */
export function queuePrefix(prefix: string, queue: string): string {
  return `{${prefix}:${queue}}`;
}

const REDIS_URL = z.url({ protocol: /^rediss?$/ });

export const RedisCluster = z
  .stringbool()
  .default(false)
  .describe(
    "whether REDIS_URL is the one address of a Redis Cluster; several addresses always are",
  );

/** One address, or those of several nodes of a Redis Cluster, separated by commas. */
export const RedisUrl = z
  .string()
  .refine(
    (text) => text.split(",").every((url) => REDIS_URL.safeParse(url).success),
    "Invalid URL",
  );

const ADDRESS =
  /^(?<scheme>\w+):\/\/(?:(?<user>[^:@]*):(?<password>[^@]*)@)?(?<host>[^:/]+):?(?<port>\d*)/;

/**
 * Builds the arguments of an ioredis cluster; its nodes share user, password and TLS.
 *
 * @param isCluster makes a single address that of a cluster
 * @returns null for a single server
 */
export function clusterOf(redisUrl: string, isCluster = false) {
  const nodes = redisUrl.split(",").map((url) => ADDRESS.exec(url)?.groups ?? {});
  if (nodes.length === 1 && !isCluster) return null;
  const { scheme, user = "", password = "" } = nodes[0] ?? {};
  return {
    nodes: nodes.map(({ host = "", port = "" }) => ({ host, port: Number(port || 6_379) })),
    redisOptions: {
      ...(user !== "" && { username: decodeURIComponent(user) }),
      ...(password !== "" && { password: decodeURIComponent(password) }),
      ...(scheme === "rediss" && { tls: {} }),
    },
  };
}

export const EventJob = z.strictObject({
  eventId: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
});
export type EventJob = z.infer<typeof EventJob>;

/** A strategy of our own: BullMQ's exponential one has no cap. */
export const CAPPED_BACKOFF = "capped";

/** 24 attempts take about two hours, longer than an ordinary outage of Resend or Stripe. */
export const JOB_OPTIONS = {
  attempts: 24,
  backoff: { type: CAPPED_BACKOFF },
  removeOnFail: { age: 30 * 86_400, count: 10_000 },
  sizeLimit: 4_096,
} as const;
