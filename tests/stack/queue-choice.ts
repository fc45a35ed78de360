import { findRedisServer } from "./redis.ts";
import { StackError } from "./stack-error.ts";

export type Queue = "auto" | "redis" | "postgres";

/** The Redis that carries the queue. `server` is the program to run for it, null when it runs elsewhere. */
export interface ChosenRedis {
  readonly url: string;
  readonly server: string | null;
}

/**
 * Decides what carries the queue. `auto` is Redis where there is one.
 *
 * @param options.redisUrl a Redis that the caller has
 * @param options.port where a Redis of the stack's own would listen
 * @returns null when the queue lives in PostgreSQL
 * @throws {StackError} when Redis is wanted and there is none
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

/** Reads the setting `QUEUE`. */
export function asQueue(value: string | undefined): Queue {
  if (value === undefined) return "auto";
  if (value === "auto" || value === "redis" || value === "postgres") return value;
  throw new StackError(`QUEUE is "${value}" but may be auto, redis or postgres.`);
}
