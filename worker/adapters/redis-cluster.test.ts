import { pino } from "pino";
import { expect } from "vitest";
import { queuePrefix } from "#contracts/events/queue.ts";
import { test } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import {
  noMetrics,
  recordingMailer,
  skipReason,
  startWorker,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { startRedisCluster } from "../../tests/support/redis-cluster.ts";
import { CONCURRENCY } from "../pipeline/queues.ts";
import { relayOnce } from "../pipeline/relay.ts";
import { openQueueBackend } from "./queue-backend.ts";

const PREFIX = "tidepost";
/** More mails than run at once, so that some are in the queue alone. */
const ENQUIRIES = 120;
/** After a node was killed, closing a worker may wait for ever; in production `shutdown.ts` ends it. */
const LIMIT_MS = 60_000;

test.skipIf(skipReason("redis") !== null)(
  "cluster: queues are on several nodes, and a node that loses its memory costs no email",
  async ({ database }) => {
    const cluster = await startRedisCluster();
    const backend = openQueueBackend({
      DATABASE_URL: database.url,
      REDIS_URL: cluster.url,
      QUEUE_PREFIX: PREFIX,
      EMAIL_RPS: 0,
      onError: () => undefined,
    });
    const { mailer, sent } = recordingMailer();
    const { promise: unblocked, resolve: unblock } = Promise.withResolvers<void>();
    let begun = 0;
    const start = () =>
      startWorker(database, backend, {
        mailer: {
          async send(mail, key) {
            begun += 1;
            await unblocked;
            return mailer.send(mail, key);
          },
        },
      });
    const workers = [start()];
    try {
      for (let visitor = 0; visitor < ENQUIRIES; visitor += 1) {
        await submitTestEnquiry(database, { email: `visitor-${visitor}@shop.example` });
      }
      await eventually(
        "mails wait in the queue",
        async () =>
          begun === CONCURRENCY.email.redis &&
          (await backend.queues.email.getPrioritizedCount()) ===
            2 * ENQUIRIES - CONCURRENCY.email.redis,
      );
      const used = (await cluster.sizes()).filter((size) => size > 0);
      expect(used.length).toBeGreaterThan(1);
      await workers[0]?.stopRelay();
      const restart = await cluster.killNodeOf(`${queuePrefix(PREFIX, "email")}:email:wait`);
      await restart();
      await expect.poll(() => backend.memory.wasFlushed().catch(() => null)).toBe(true);
      unblock();
      workers.push(start());
      await eventually("every event is completed", async () => {
        const { rowCount } = await database.query(
          "select 1 from outbox_events where completed_at is null",
        );
        return rowCount === 0;
      });
      expect(sent.size).toBe(2 * ENQUIRIES);
    } finally {
      unblock();
      for (const worker of workers) {
        await worker.stopRelay();
        await worker.stopConsumers();
      }
      await backend.close();
      await cluster.stop();
    }
  },
  LIMIT_MS,
);

test.skipIf(skipReason("redis") !== null)(
  "cluster: while a node is down, events of another node are published",
  async ({ db, database }) => {
    const cluster = await startRedisCluster();
    const backend = openQueueBackend({
      DATABASE_URL: database.url,
      REDIS_URL: cluster.url,
      QUEUE_PREFIX: PREFIX,
      EMAIL_RPS: 0,
      onError: () => undefined,
    });
    const { events } = backend.queues;
    try {
      await eventually("the queues are seeded", () =>
        backend.memory.markSeeded().then(
          () => true,
          () => false,
        ),
      );
      await cluster.killNodeOf(`${queuePrefix(PREFIX, "sms")}:sms:wait`);
      await submitTestEnquiry(database);
      const { memory } = backend;
      const { relay: metrics } = noMetrics;
      const log = pino({ level: "silent" });
      expect(await relayOnce({ db, events, memory, log, metrics, now: () => new Date() })).toBe(1);
      expect(await events.getWaitingCount()).toBe(1);
    } finally {
      await backend.close();
      await cluster.stop();
    }
  },
  LIMIT_MS,
);
