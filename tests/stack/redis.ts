import { accessSync, constants, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { Redis } from "ioredis";
import { createPart, type Part, type PartWatch } from "./part.ts";

const PING_TIMEOUT_MS = 1_000;

/** `REDIS_SERVER` may name another one, such as Valkey's. */
export const findRedisServer = (path: string): string | null =>
  process.env["REDIS_SERVER"] || findExecutable("redis-server", path);

export function findExecutable(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      continue;
    }
  }
  return null;
}

/**
 * A Redis without persistence: Postgres is the source of truth, and a start with an empty queue has
 * to work.
 */
export function createRedis(options: {
  server: string;
  dir: string;
  port: number;
  watch: PartWatch;
}): Part {
  return createPart({
    name: "redis",
    command: options.server,
    args: [
      `--port ${options.port}`,
      "--bind 127.0.0.1",
      // BullMQ requires noeviction: a full queue rejects jobs instead of dropping some.
      "--maxmemory-policy noeviction",
      "--appendonly no",
      '--save ""',
    ],
    env: { PATH: process.env["PATH"] },
    cwd: options.dir,
    prepare: async () => {
      mkdirSync(options.dir, { recursive: true });
    },
    isHealthy: () => answersPing(options.port),
    ...options.watch,
  });
}

export async function flushRedis(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const settle = (healthy: boolean): void => {
      socket.destroy();
      resolve(healthy);
    };
    socket.setTimeout(PING_TIMEOUT_MS, () => settle(false));
    socket.on("error", () => settle(false));
    socket.on("connect", () => socket.write("PING\r\n"));
    socket.on("data", (answer) => settle(answer.toString().startsWith("+PONG")));
  });
}
