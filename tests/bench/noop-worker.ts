// The no-op worker: BullMQ with the product's options and jobs that do nothing or only post an
// enquiry's emails.
import { randomUUID } from "node:crypto";
import { Resend } from "resend";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";

const BULK = 500;

const EFFECTS = ["send-team-notification", "send-auto-reply", "audit"] as const;

export type Drain = { jobs: number; withMails: boolean };

const { DATABASE_URL = "", REDIS_URL, RESEND_API_KEY, RESEND_BASE_URL = "" } = process.env;
const resend = new Resend(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL });
let withMails = false;
const backend = openQueueBackend({
  DATABASE_URL,
  REDIS_URL,
  QUEUE_PREFIX: "noop",
  EMAIL_RPS: 0,
  onError: (error) => {
    throw error;
  },
});
const queue = backend.queues.database;
const worker = backend.consume("database", async ({ data }) => {
  if (withMails && data.effect !== "audit") await sendMail(`${data.eventId}.${data.effect}`);
});
await worker.waitUntilReady();

process.on("message", (asked: Drain) => {
  ({ withMails } = asked);
  void drain(asked.jobs).then((ms) => process.send?.(ms));
});
process.on("disconnect", () => {
  void worker
    .close()
    .then(() => backend.close())
    .then(() => process.exit(0));
});
process.send?.("ready");

async function drain(jobs: number): Promise<number> {
  await queue.pause();
  for (let added = 0; added < jobs; added += BULK) {
    await queue.addBulk(
      Array.from({ length: Math.min(BULK, jobs - added) }, (_, index) => {
        const eventId = randomUUID();
        const effect = EFFECTS[index % EFFECTS.length] ?? "audit";
        const jobId = `${eventId}.${effect}`;
        return { name: effect, data: { eventId, effect }, opts: { ...JOB_OPTIONS, jobId } };
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

async function sendMail(idempotencyKey: string): Promise<void> {
  const { error } = await resend.emails.send(
    {
      from: "Bench <bench@tidepost.example>",
      to: "team@tidepost.example",
      subject: "An enquiry",
      text: "An enquiry.",
    },
    { idempotencyKey },
  );
  if (error !== null) throw new Error(`the mail was refused: ${error.name}`);
}
