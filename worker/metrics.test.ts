import { Queue } from "bullmq";
import { expect } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import { recordRefusal } from "#db/refusals/record-refusal.ts";
import { test } from "../tests/support/database.ts";
import { submitTestEnquiry, openBackend } from "../tests/support/pipeline.ts";
import { createMetrics } from "./metrics.ts";
import { MAIL_PRIORITY } from "./pipeline/queues.ts";

test("backlog and queues are read on each scrape", async ({ database }) => {
  const backend = openBackend("postgres", database);
  await submitTestEnquiry(database);
  for (const second of ["00", "01"]) {
    await recordRefusal(database.db, "email_sent", `2026-11-20T12:00:${second}Z`);
  }
  await backend.queues.email.add("send-team-notification", {}, { delay: 60_000 });
  await backend.queues.email.addBulk([
    { name: "send-auth-mail", data: {}, opts: { priority: MAIL_PRIORITY.security } },
    { name: "send-auto-reply", data: {}, opts: { priority: MAIL_PRIORITY.autoReply } },
    { name: "of an older version", data: {} },
  ]);
  await database.query(
    `insert into promises (rule, subject_id, started_by_event, started_at, warn_at, due_at, released_at, released_reason)
     values ('answer-enquiry', 'sub_1', 'evt_1', now(), now(), now() - interval '1 minute', null, null),
       ('answer-enquiry', 'sub_2', 'evt_2', now(), now(), now() + interval '1 hour', null, null),
       ('answer-enquiry', 'sub_3', 'evt_3', now(), now(), now() - interval '1 minute', now(), 'Spam.')`,
  );
  const metrics = createMetrics({ db: database.db, queues: Object.values(backend.queues) });
  await metrics.render();
  const text = await metrics.render();
  await backend.close();
  expect(text).toMatch(/^tidepost_outbox_open 1$/m);
  expect(text).toMatch(/^tidepost_promises_late 1$/m);
  expect(text).toMatch(/^# TYPE tidepost_refusals_total counter$/m);
  expect(text).toMatch(/^tidepost_refusals_total\{cause="email_sent"\} 2$/m);
  expect(text).toMatch(/^tidepost_queue_jobs\{queue="email",state="delayed"\} 1$/m);
  expect(text).toMatch(/^tidepost_queue_jobs\{queue="email",state="waiting"\} 3$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="postgres"\} 1$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="queue"\} 1$/m);
});

test("database and queue down: metrics still answer, without stale values", async () => {
  const unreachable = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
    max: 1,
    applicationName: "test",
    onError: () => undefined,
  });
  const queue = new Queue("events", {
    connection: {
      host: "127.0.0.1",
      port: 1,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    },
  });
  queue.on("error", () => undefined);
  const text = await createMetrics({ db: unreachable.db, queues: [queue] }).render();
  await unreachable.close();
  await queue.disconnect().catch(() => undefined);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="postgres"\} 0$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="queue"\} 0$/m);
  expect(text).toMatch(/^tidepost_outbox_open Nan$/m);
  expect(text).not.toMatch(/^tidepost_queue_jobs\{/m);
});
