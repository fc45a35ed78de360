import { findRedisServer } from "./redis.ts";
import { StackError } from "./stack-error.ts";

export type Queue = "auto" | "redis" | "postgres";

/** `server` is the redis-server binary, or null for an external Redis. */
export interface ChosenRedis {
  readonly url: string;
  readonly server: string | null;
}

/**
 * Chooses the queue; `auto` prefers Redis.
 *
 * @returns null for a queue in Postgres
 * @throws {StackError} when Redis is requested and missing
 */
export function chooseRedis(options: {
  wanted: Queue;
  redisUrl: string | undefined;
  port: number;
}): ChosenRedis | null {
  const { wanted, redisUrl, port } = options;
  if (wanted === "postgres") return null;
  if (redisUrl !== undefined) return { url: redisUrl, server: null };
  const server = findRedisServer(process.env["PATH"] ?? "");
  if (server !== null) return { url: `redis://127.0.0.1:${port}`, server };
  if (wanted === "auto") return null;
  throw new StackError("QUEUE=redis needs a redis-server on the PATH, or REDIS_URL.");
}

export function asQueue(value: string | undefined): Queue {
  if (value === undefined) return "auto";
  if (value === "auto" || value === "redis" || value === "postgres") return value;
  throw new StackError(`QUEUE is "${value}" but may be auto, redis or postgres.`);
}
