import { Queue } from "bullmq";
import { build } from "esbuild";
import { Cluster } from "ioredis";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, inject, onTestFinished, test } from "vitest";
import { clusterOf, EVENTS_QUEUE, queuePrefix } from "#contracts/events/queue.ts";
import { startRedisCluster } from "../../tests/support/redis-cluster.ts";

// The publisher in workerd, with a test entry; the stack publishes to a single Redis.
const ENTRY = `
  export { EventPublisher } from "./edge/adapters/event-publisher.ts";

  export default {
    async fetch(request, { PUBLISHER }) {
      const publisher = PUBLISHER.get(PUBLISHER.idFromName("events-0"));
      const jobs = await request.json();
      const outcomes = await Promise.allSettled(jobs.map((job) => publisher.publish(job)));
      return Response.json(outcomes.map(({ status }) => status));
    },
  };
`;

const ROOT = new URL("../..", import.meta.url).pathname;
const KEY = { kid: "key-1", kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" };
const PREFIX = "tidepost";

async function startPublisher(redisUrl: string) {
  const bundle = await build({
    stdin: { contents: ENTRY, loader: "ts", resolveDir: ROOT },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker"],
    alias: {
      bullmq: `${ROOT}node_modules/bullmq/dist/esm/classes/queue.js`,
      "cron-parser": `${ROOT}edge/adapters/cron-parser-stub.ts`,
      debug: `${ROOT}edge/adapters/debug-stub.ts`,
    },
    external: ["cloudflare:workers", "node:*"],
    // CommonJS packages require Node's modules.
    banner: {
      js: `import { createRequire as requireOf } from "node:module"; const require = requireOf("file:///");`,
    },
    logLevel: "error",
  });
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: "publisher",
      modules: true,
      script: bundle.outputFiles[0]?.text ?? "",
      compatibilityDate: "2026-11-01",
      compatibilityFlags: ["nodejs_compat"],
      durableObjects: { PUBLISHER: { className: "EventPublisher", useSQLite: true } },
      bindings: {
        DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
        REDIS_URL: redisUrl,
        QUEUE_PREFIX: PREFIX,
        SITE_URL: "https://tidepost.example",
        API_URL: "https://api.tidepost.example",
        JWT_KEYS: JSON.stringify([KEY]),
        AUTH_CODE_SECRET: "c".repeat(32),
        AUTH_TOKEN_SECRET: "t".repeat(32),
        AUTH_ENCRYPTION_SECRET: "s".repeat(32),
      },
      cf: false,
      telemetry: { enabled: false },
    }),
  );
  onTestFinished(() => runtime.dispose());
  return async (eventIds: readonly string[]): Promise<unknown> => {
    const jobs = eventIds.map((eventId) => ({ eventId, type: "ContactSubmitted", version: 1 }));
    const response = await runtime.dispatchFetch("http://publisher/", {
      method: "POST",
      body: JSON.stringify(jobs),
    });
    return response.json();
  };
}

test.skipIf(inject("redisUrl") === null)(
  "Redis Cluster: the publisher adds events to the node of their queue, and again after an outage",
  async () => {
    const redis = await startRedisCluster();
    onTestFinished(() => redis.stop());
    const publish = await startPublisher(redis.url);
    // A busy machine takes longer to connect than the publisher waits.
    await expect.poll(() => publish(["evt_1", "evt_2"])).toEqual(["fulfilled", "fulfilled"]);
    const prefix = queuePrefix(PREFIX, EVENTS_QUEUE);
    const connection = new Cluster(clusterOf(redis.url)?.nodes ?? []);
    onTestFinished(() => connection.disconnect());
    const queue = new Queue(EVENTS_QUEUE, { connection, prefix });
    expect((await queue.getWaiting()).map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
    const restart = await redis.killNodeOf(`${prefix}:${EVENTS_QUEUE}:wait`);
    await restart();
    await expect.poll(() => publish(["evt_3"])).toEqual(["fulfilled"]);
    expect((await queue.getWaiting()).map(({ id }) => id)).toEqual(["evt_3"]);
  },
);
