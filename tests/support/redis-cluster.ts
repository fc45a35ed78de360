import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeScratchDir } from "./scratch-dir.ts";

const PRIMARIES = 3;
const CREATION_LIMIT_MS = 30_000;

const run = promisify(execFile);

export interface RedisCluster {
  /** As `REDIS_URL` has them. */
  readonly url: string;
  /** Keys on each node. */
  sizes(): Promise<number[]>;
  /** Kills the node that has a key, and returns what starts it again without its memory. */
  killNodeOf(key: string): Promise<() => Promise<void>>;
  /** Kills the node that has a key, and waits until its replica has taken over. */
  failOver(key: string): Promise<{ from: number; to: number }>;
  stop(): Promise<void>;
}

/** Starts three primaries without persistence, each with the given number of replicas. */
export async function startRedisCluster(replicas = 0): Promise<RedisCluster> {
  const dir = makeScratchDir("redis-cluster");
  const ports: number[] = [];
  const servers = new Map<number, ChildProcess>();

  async function start(port: number, busPort: number): Promise<void> {
    const home = join(dir, String(port));
    mkdirSync(home, { recursive: true });
    const options = {
      port,
      bind: "127.0.0.1",
      dir: home,
      "cluster-enabled": "yes",
      "cluster-port": busPort,
      "cluster-node-timeout": 1_000,
      "cluster-require-full-coverage": "no",
      appendonly: "no",
      save: "",
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    servers.set(port, spawn("redis-server", args, { stdio: "ignore" }));
    await eventually("the node answers", () =>
      ask(port, (redis) => redis.ping()).then(Boolean, () => false),
    );
  }

  async function kill(port: number): Promise<void> {
    const server = servers.get(port);
    if (server === undefined || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  }

  const busPorts = new Map<number, number>();
  for (let node = 0; node < PRIMARIES * (1 + replicas); node += 1) {
    const [port, busPort] = [await freePort(), await freePort()];
    ports.push(port);
    busPorts.set(port, busPort);
    await start(port, busPort);
  }
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  const withReplicas = ["--cluster-replicas", String(replicas)];
  const create = ["--cluster", "create", ...nodes, ...withReplicas, "--cluster-yes"];
  // Waits for ever for nodes that do not find each other.
  await run("redis-cli", create, { timeout: CREATION_LIMIT_MS });
  const isWhole = async () => {
    const states = await Promise.all(
      ports.map((port) => ask(port, (redis) => redis.cluster("INFO"))),
    );
    return states.every((state) => state.includes("cluster_state:ok"));
  };
  await eventually("the cluster is whole", isWhole);

  async function ownerOf(key: string): Promise<number> {
    const running = ports.find((port) => servers.get(port)?.signalCode === null) ?? 0;
    return ask(running, async (redis) => {
      const slot = await redis.cluster("KEYSLOT", key);
      const ranges = await redis.cluster("SLOTS");
      const range = ranges.find(([from, to]) => from <= slot && slot <= to);
      return Number(range?.[2]?.[1]);
    });
  }

  return {
    url: nodes.map((node) => `redis://${node}`).join(","),
    sizes: () => Promise.all(ports.map((port) => ask(port, (redis) => redis.dbsize()))),
    async killNodeOf(key) {
      const port = await ownerOf(key);
      await kill(port);
      return () => start(port, busPorts.get(port) ?? 0);
    },
    async failOver(key) {
      const from = await ownerOf(key);
      await kill(from);
      const to = await eventually("a replica has taken over", async () => {
        const owner = await ownerOf(key);
        return owner === from || Number.isNaN(owner) ? undefined : owner;
      });
      return { from, to };
    },
    async stop() {
      await Promise.all(ports.map(kill));
      rmSync(dir, { recursive: true });
    },
  };
}

async function ask<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, "127.0.0.1", {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
