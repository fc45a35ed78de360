// The no-op worker: BullMQ with the product's options and jobs that do nothing or only post an
// enquiry's emails, rendered once.
import { randomBytes } from "node:crypto";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";
import { createResendMailer } from "../../worker/adapters/resend.ts";
import type { Mail } from "../../worker/ports/mailer.ts";
import "../support/jsx-hook.ts";
import { makeForm } from "./enquiry.ts";

const BULK = 500;

const EFFECTS = ["send-team-notification", "send-auto-reply", "audit"] as const;

export type Drain = { jobs: number; withMails: boolean };

const { DATABASE_URL = "", REDIS_URL, RESEND_API_KEY = "", RESEND_BASE_URL = "" } = process.env;
const mailer = createResendMailer({
  apiKey: RESEND_API_KEY,
  from: "Bench <bench@tidepost.example>",
  baseUrl: RESEND_BASE_URL,
});
const mails = await renderMails();
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
  const mail = mails.get(data.effect);
  if (withMails && mail !== undefined) await mailer.send(mail, `${data.eventId}/${data.effect}`);
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
        const eventId = makeId("event", Date.now(), randomBytes(ID_RANDOM_BYTES));
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

async function renderMails(): Promise<ReadonlyMap<string, Mail>> {
  const { teamNotification } = await import("../../worker/mail/team-notification.ts");
  const { autoReplyMail } = await import("../../worker/mail/auto-reply.ts");
  const enquiry = { payload: makeForm() };
  const shared = { siteUrl: "http://localhost", correlationId: "bench" };
  return new Map([
    [
      "send-team-notification",
      teamNotification(enquiry, {
        ...shared,
        to: "team@tidepost.example",
        opsUrl: "http://localhost",
        eventId: "evt_bench",
        occurredAt: new Date().toISOString(),
      }),
    ],
    ["send-auto-reply", autoReplyMail(enquiry, shared)],
  ]);
}
