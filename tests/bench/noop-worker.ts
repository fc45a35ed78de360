// What the product's worker is measured against: BullMQ with the same options whose jobs do nothing. A process
// of its own, as the product's worker is.
import { randomUUID } from "node:crypto";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";

const BULK = 500;

const { DATABASE_URL = "", REDIS_URL } = process.env;
const backend = openQueueBackend({
  DATABASE_URL,
  REDIS_URL,
  QUEUE_PREFIX: "{noop}",
  EMAIL_RPS: 0,
  onError: (error) => {
    throw error;
  },
});
const queue = backend.queues.audit;
const worker = backend.consume("audit", () => Promise.resolve());
await worker.waitUntilReady();

process.on("message", (jobs: number) => {
  void drain(jobs).then((ms) => process.send?.(ms));
});
process.on("disconnect", () => {
  void worker
    .close()
    .then(() => backend.close())
    .then(() => process.exit(0));
});
process.send?.("ready");

/** @returns how long it took to work off so many waiting jobs, in milliseconds */
async function drain(jobs: number): Promise<number> {
  await queue.pause();
  for (let added = 0; added < jobs; added += BULK) {
    await queue.addBulk(
      Array.from({ length: Math.min(BULK, jobs - added) }, () => {
        const eventId = randomUUID();
        const data = { eventId, effect: "audit" };
        return { name: "audit", data, opts: { ...JOB_OPTIONS, jobId: `${eventId}.audit` } };
      }),
    );
  }
  const { promise: allDone, resolve } = Promise.withResolvers<void>();
  let left = jobs;
  const count = (): void => {
    left -= 1;
    if (left === 0) resolve();
  };
  worker.on("completed", count);
  const startMs = performance.now();
  await queue.resume();
  await allDone;
  worker.off("completed", count);
  return performance.now() - startMs;
}
