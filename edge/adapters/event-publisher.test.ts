import { Queue } from "bullmq";
import { Cluster } from "ioredis";
import { expect, inject, onTestFinished, test } from "vitest";
import { clusterOf, EVENTS_QUEUE, queuePrefix } from "#contracts/events/queue.ts";
import { EDGE_BINDINGS } from "../../tests/support/edge-bindings.ts";
import { startRedisCluster } from "../../tests/support/redis-cluster.ts";
import { runInWorkerd } from "../../tests/support/workerd.ts";

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
const PREFIX = "tidepost";

async function startPublisher(redisUrl: string) {
  const runtime = await runInWorkerd(
    {
      stdin: { contents: ENTRY, loader: "ts", resolveDir: ROOT },
      mainFields: ["module", "main"],
      conditions: ["workerd", "worker"],
      alias: {
        bullmq: `${ROOT}node_modules/bullmq/dist/esm/classes/queue.js`,
        "cron-parser": `${ROOT}edge/adapters/cron-parser-stub.ts`,
        debug: `${ROOT}edge/adapters/debug-stub.ts`,
      },
      // CommonJS packages require Node's modules.
      banner: {
        js: `import { createRequire as requireOf } from "node:module"; const require = requireOf("file:///");`,
      },
    },
    {
      durableObjects: { PUBLISHER: { className: "EventPublisher", useSQLite: true } },
      bindings: { ...EDGE_BINDINGS, REDIS_URL: redisUrl, QUEUE_PREFIX: PREFIX },
    },
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
