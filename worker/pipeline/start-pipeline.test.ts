import { randomUUID } from "node:crypto";
import { UnrecoverableError } from "bullmq";
import { DrizzleQueryError } from "drizzle-orm";
import { Redis } from "ioredis";
import { describe, expect, inject } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import { listAttempts } from "#db/ops/find-events.ts";
import { setClockAhead } from "../../tests/support/clock-ahead.ts";
import { test as base, type TestDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import {
  BACKEND_KINDS,
  type BackendKind,
  consentedConversion,
  noMetrics,
  openBackend,
  recordingMailer,
  recordingReporter,
  skipReason,
  startWorker,
  stateOf,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { seedEvent } from "../../tests/support/seed-event.ts";
import { countJobs } from "../count-jobs.ts";
import { createEffects } from "../effects/catalogue.ts";
import { CompanyAnswer } from "../ports/company-answer.ts";
import { ConversionRejected } from "../ports/conversion-reporter.ts";
import { MailDeferred, MailRejected } from "../ports/mailer.ts";
import { NO_SPANS } from "../tracing/spans.ts";
import { createDispatcher } from "./dispatch.ts";
import type { QueueBackend } from "./queue-backend.ts";
import { effectJobId } from "./queues.ts";
import { relayOnce } from "./relay.ts";

const ALL_COMPLETED = {
  audit: "completed",
  "send-auto-reply": "completed",
  "send-team-notification": "completed",
};
const THREE_ROWS = ["effect.audit", "effect.send-auto-reply", "effect.send-team-notification"];

const silent = { info: () => undefined, warn: () => undefined };
const metrics = {
  published: () => undefined,
  failed: () => undefined,
  flushDetected: () => undefined,
};

function failOnce(mails: ReturnType<typeof recordingMailer>, template: string): void {
  let failed = false;
  mails.failWith((mail) => {
    if (mail.template !== template || failed) return null;
    failed = true;
    return new Error("connection reset while sending to ada@shop.example");
  });
}

function waitForState(
  database: TestDatabase,
  eventId: string,
  state: "completed" | "dead_lettered",
) {
  return eventually(
    `${eventId} is ${state}`,
    async () => (await stateOf(database, eventId)).state === state,
  );
}

const relayDeps = ({ db }: TestDatabase, { queues, memory }: QueueBackend) => ({
  db,
  events: queues.events,
  memory,
  log: silent as never,
  metrics,
  now: () => new Date(),
});

/** Takes events only: their effects wait. */
const dispatchOn = (backend: QueueBackend, db: TestDatabase["db"]) =>
  backend.consume(
    "events",
    createDispatcher({
      db,
      queues: backend.queues,
      effects: createEffects({} as never),
      log: silent as never,
      metrics: noMetrics.effects,
      now: () => new Date(),
      worker: "w1",
      spans: NO_SPANS,
    }),
  );

type Fixtures = {
  backend: QueueBackend;
  mails: ReturnType<typeof recordingMailer>;
  conversions: ReturnType<typeof recordingReporter>;
  start: () => void;
};

function testOn(kind: BackendKind) {
  return base.extend<Fixtures>({
    backend: async ({ database }, use) => {
      const backend = openBackend(kind, database);
      await use(backend);
      await backend.close();
    },
    // oxlint-disable-next-line no-empty-pattern
    mails: async ({}, use) => use(recordingMailer()),
    // oxlint-disable-next-line no-empty-pattern
    conversions: async ({}, use) => use(recordingReporter()),
    start: async ({ database, backend, mails, conversions }, use) => {
      const running: ReturnType<typeof startWorker>[] = [];
      await use(() => {
        running.push(
          startWorker(database, backend, { mailer: mails.mailer, reporter: conversions.reporter }),
        );
      });
      await Promise.all(running.map((worker) => worker.stopRelay()));
      await Promise.all(running.map((worker) => worker.stopConsumers()));
    },
  });
}

describe.each(BACKEND_KINDS)("pipeline on %s", (kind) => {
  const test = testOn(kind);

  test.beforeEach(({ skip }) => {
    const reason = skipReason(kind);
    if (reason !== null) skip(reason);
  });

  test("enquiry: two emails and three audit rows", async ({ database, mails, start }) => {
    start();
    const eventId = await submitTestEnquiry(database);
    await waitForState(database, eventId, "completed");
    expect(await stateOf(database, eventId)).toMatchObject({
      effects: ALL_COMPLETED,
      audit: THREE_ROWS,
    });
    expect([...mails.sent.values()].map((mail) => mail.to).toSorted()).toEqual([
      "ada@shop.example",
      "team@tidepost.example",
    ]);
  });

  test("two workers and a repeated publication: each effect runs once", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    const eventIds = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        submitTestEnquiry(database, { email: `ada${i}@shop.example` }),
      ),
    );
    start();
    start();
    await backend.queues.events.addBulk(
      eventIds.map((eventId) => ({
        name: "ContactSubmitted",
        data: { eventId, type: "ContactSubmitted", version: 1 },
      })),
    );
    await eventually("all events are completed", async () => {
      const { rows } = await database.query(
        "select 1 from outbox_events where completed_at is null",
      );
      return rows.length === 0;
    });
    expect(mails.sent.size).toBe(80);
    const audit = await database.query("select count(*)::int as count from audit_log");
    expect(audit.rows).toEqual([{ count: 120 }]);
  });

  test("email order: security, money, team, auto-replies; also after a retry or republication", async ({
    database,
    db,
    backend,
  }) => {
    const { email } = backend.queues;
    const urgent = [
      "send-account-notice",
      "send-billing-mail",
      "send-team-notification",
      "send-auto-reply",
    ];
    const dispatcher = dispatchOn(backend, db);
    await submitTestEnquiry(database);
    await seedEvent(db, {
      last: "A",
      event: {
        type: "SubscriptionUnpaid",
        aggregateType: "customer",
        actor: { kind: "system", name: "billing" },
        payload: {
          customerId: "cus_1",
          subscriptionId: "sub_1",
          priceIds: [],
          amountPence: 97_00,
          payments: [],
          periodEnd: null,
          orderId: null,
          duePence: null,
        },
      },
    });
    await seedEvent(db, {
      last: "B",
      event: { type: "PasswordChanged", aggregateType: "user", payload: { userId: randomUUID() } },
    });

    async function publish() {
      await database.query("update outbox_events set next_publish_at = now()");
      expect(await relayOnce(relayDeps(database, backend))).toBe(3);
      await eventually("four mails wait", async () => {
        return (await countJobs(email)).counts["waiting"] === 4;
      });
    }

    /** @returns the order in which the four emails ran */
    async function run(end: () => Promise<void>): Promise<string[]> {
      const order: string[] = [];
      const consumer = backend.consume("email", (job) => {
        order.push(job.name);
        return end();
      });
      await eventually("all four have run", () => Promise.resolve(order.length >= 4));
      await consumer.close();
      return order.slice(0, 4);
    }

    await publish();
    expect(await run(() => Promise.reject(new Error("down")))).toEqual(urgent);

    const delayed = await email.getDelayed();
    expect(delayed).toHaveLength(4);
    const byUrgency = delayed.toSorted((a, b) => urgent.indexOf(b.name) - urgent.indexOf(a.name));
    for (const job of byUrgency) await job.promote();
    expect(await run(() => Promise.reject(new UnrecoverableError("refused")))).toEqual(urgent);

    expect(await email.getFailedCount()).toBe(4);
    await publish();
    expect(await run(() => Promise.resolve())).toEqual(urgent);
    await dispatcher.close();
  });

  test("code mail during a flood of enquiries: at most two seconds' mails go before it", async ({
    database,
    db,
  }) => {
    const emailRps = 2;
    const paced = openBackend(kind, database, emailRps);
    const { email } = paced.queues;
    const dispatcher = dispatchOn(paced, db);
    const enquiries = 12;
    for (let i = 0; i < enquiries; i++) await submitTestEnquiry(database);
    await relayOnce(relayDeps(database, paced));
    await eventually("two mails of each enquiry wait", async () => {
      return (await countJobs(email)).counts["waiting"] === 2 * enquiries;
    });

    async function requestCode(): Promise<void> {
      const { eventId } = await seedEvent(db, {
        last: "C",
        event: {
          nextPublishAt: "2026-11-20T23:13:00Z",
          type: "AuthMailRequested",
          aggregateType: "user",
          payload: { tokenId: randomUUID(), mail: "recovery" },
        },
      });
      await relayOnce(relayDeps(database, paced));
      const jobId = effectJobId({ eventId, effect: "send-auth-mail" });
      await eventually(
        "the code mail waits",
        async () => (await email.getJob(jobId)) !== undefined,
      );
    }

    const order: string[] = [];
    let sentBefore = 0;
    const sender = paced.consume("email", async (job) => {
      order.push(job.name);
      if (order.length !== 3) return;
      await requestCode();
      sentBefore = order.length;
    });
    await eventually("the code mail is sent", () =>
      Promise.resolve(order.includes("send-auth-mail")),
    );
    expect(order.indexOf("send-auth-mail") - sentBefore).toBeLessThanOrEqual(2 * emailRps);
    expect(order.length).toBeLessThan(2 * enquiries);
    await sender.close();
    await dispatcher.close();
    await paced.close();
  });

  test("failed email: retried automatically, without the other effects", async ({
    database,
    mails,
    start,
  }) => {
    failOnce(mails, "team-notification");
    start();
    const eventId = await submitTestEnquiry(database);
    await waitForState(database, eventId, "completed");
    const attempts = await listAttempts(database.db, [eventId]);
    expect(
      attempts.map(({ effect, number, outcome }) => `${effect} ${number} ${outcome}`).toSorted(),
    ).toEqual([
      "audit 1 completed",
      "send-auto-reply 1 completed",
      "send-team-notification 1 failed",
      "send-team-notification 2 completed",
    ]);
    expect(attempts.find(({ outcome }) => outcome === "failed")).toMatchObject({
      worker: expect.stringMatching(/^test\.\d+$/),
      error: "Error: connection reset while sending to [address]",
      httpStatus: null,
    });
    expect(mails.sent.size).toBe(2);
  });

  test("clock five hours ahead: failed effects are retried once it is right", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    mails.failWith(() => new Error("provider down"));
    const eventId = await submitTestEnquiry(database);
    const clock = setClockAhead();
    start();
    await eventually("both mails are put off", async () => {
      return (await backend.queues.email.getDelayedCount()) === 2;
    });
    clock.setRight();
    mails.failWith(() => null);
    await database.query("update outbox_events set next_publish_at = now()");
    await waitForState(database, eventId, "completed");
    expect((await stateOf(database, eventId)).attempts).toMatchObject({
      "send-auto-reply": 2,
      "send-team-notification": 2,
    });
    expect(mails.sent.size).toBe(2);
  });

  test("clock five hours ahead: deferred events are dispatched once it is right", async ({
    database,
    backend,
    start,
  }) => {
    const eventId = await submitTestEnquiry(database, { graceMs: 60_000 });
    await database.query("update outbox_events set version = 2, next_publish_at = now()");
    const clock = setClockAhead();
    start();
    await eventually("it is put off", async () => {
      return (await backend.queues.events.getJobState(eventId)) === "delayed";
    });
    clock.setRight();
    await database.query("update outbox_events set version = 1, next_publish_at = now()");
    await waitForState(database, eventId, "completed");
  });

  test("failed effect: waits for its backoff, however often the event is published", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    mails.failWith(() => new Error("provider down"));
    const eventId = await submitTestEnquiry(database);
    start();
    const { email, events } = backend.queues;
    await eventually("both mails are put off for long", async () => {
      const changes = (await email.getDelayed()).map((job) => job.changeDelay(600_000));
      const ends = await Promise.allSettled(changes);
      return ends.length === 2 && ends.every(({ status }) => status === "fulfilled");
    });
    const before = mails.calls.length;
    const firstEnd = (await events.getJob(eventId))?.finishedOn;
    await database.query("update outbox_events set next_publish_at = now()");
    await eventually("it is dispatched again", async () => {
      const end = (await events.getJob(eventId))?.finishedOn;
      return end !== undefined && end !== firstEnd;
    });
    expect(await email.getDelayedCount()).toBe(2);
    expect(mails.calls).toHaveLength(before);
  });

  test("rejected email: dead-lettered without its address in the error, and blocks nothing", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    mails.failWith((mail) =>
      mail.template === "auto-reply"
        ? new MailRejected("validation_error for ada@shop.example", {
            cause: new CompanyAnswer(422, "ada@shop.example is not valid"),
          })
        : null,
    );
    start();
    const rejected = await submitTestEnquiry(database);
    await waitForState(database, rejected, "dead_lettered");
    const state = await stateOf(database, rejected);
    expect(state.effects).toEqual({ ...ALL_COMPLETED, "send-auto-reply": "dead_lettered" });
    expect(state.attempts["send-auto-reply"]).toBe(1);
    expect(state.audit).toEqual([
      "effect.audit",
      "effect.send-team-notification",
      "exhausted.send-auto-reply",
    ]);
    const { rows: actors } = await database.query(
      "select action, actor from audit_log where event_id = $1 order by action",
      [rejected],
    );
    const worker = { kind: "system", name: "worker" };
    expect(actors).toEqual([
      { action: "effect.audit", actor: { kind: "visitor" } },
      { action: "effect.send-team-notification", actor: worker },
      { action: "exhausted.send-auto-reply", actor: worker },
    ]);
    const { rows } = await database.query(
      "select last_error from event_effects where status = 'dead_lettered'",
    );
    expect(rows).toEqual([{ last_error: "MailRejected: validation_error for [address]" }]);
    expect(
      (await listAttempts(database.db, [rejected])).filter(
        ({ outcome }) => outcome === "dead_lettered",
      ),
    ).toMatchObject([{ number: 1, httpStatus: 422, message: "[address] is not valid" }]);
    const job = await eventually("the queue knows it as failed", async () => {
      const [failed] = await backend.queues.email.getFailed();
      return failed;
    });
    expect(job.failedReason).not.toContain("@");

    mails.failWith(() => null);
    const next = await submitTestEnquiry(database);
    await waitForState(database, next, "completed");
  });

  test("rate limit: pauses the queue without using up a retry", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    let deferred = 0;
    mails.failWith((mail) => {
      if (mail.template !== "team-notification" || deferred >= 2) return null;
      deferred += 1;
      return new MailDeferred("busy", 100);
    });
    start();
    const eventId = await submitTestEnquiry(database);
    await waitForState(database, eventId, "completed");
    const job = await backend.queues.email.getJob(`${eventId}.send-team-notification`);
    expect(job?.attemptsMade).toBeLessThanOrEqual(1);
    const waits = (await listAttempts(database.db, [eventId])).filter(
      ({ outcome }) => outcome === "deferred",
    );
    expect(waits.map(({ error }) => error)).toEqual(["MailDeferred: busy", "MailDeferred: busy"]);
    expect(mails.sent.size).toBe(2);
  });

  test("event of a newer version: waits a day for a newer worker", async ({
    database,
    backend,
    start,
  }) => {
    const newer = await submitTestEnquiry(database, { graceMs: 60_000 });
    const old = await submitTestEnquiry(database, { graceMs: 60_000 });
    await database.query("update outbox_events set version = 2, next_publish_at = now()");
    await database.query(
      "update outbox_events set occurred_at = now() - interval '1 day' where id = $1",
      [old],
    );
    const supported = await submitTestEnquiry(database);
    start();
    await waitForState(database, supported, "completed");
    await eventually("the newer one is delayed", async () => {
      return (await backend.queues.events.getJobState(newer)) === "delayed";
    });
    expect((await stateOf(database, newer)).state).toBe("open");
    await waitForState(database, old, "dead_lettered");
    expect((await stateOf(database, old)).lastError).toContain("no effects known");
  });

  test("effect of a newer version: waits for a newer worker", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    const eventId = await submitTestEnquiry(database, { graceMs: 60_000 });
    await database.query(
      `insert into event_effects (event_id, effect, idempotency_key) values ($1, 'new-mail', $1 || '/new-mail')`,
      [eventId],
    );
    await backend.queues.email.add("new-mail", { eventId, effect: "new-mail" }, { jobId: "new" });
    await database.query("update outbox_events set next_publish_at = now()");
    start();
    await eventually("the unknown one is delayed", async () => {
      return (await backend.queues.email.getJobState("new")) === "delayed";
    });
    await eventually("the known ones are sent", () => Promise.resolve(mails.calls.length === 2));
    const { state, effects } = await stateOf(database, eventId);
    expect(state).toBe("open");
    expect(effects["new-mail"]).toBe("pending");
    expect(
      (await listAttempts(database.db, [eventId])).map(({ effect, outcome }) => [effect, outcome]),
    ).toContainEqual(["new-mail", "deferred"]);
  });

  test("completed job of a pending effect: runs again", async ({
    database,
    backend,
    mails,
    start,
  }) => {
    start();
    const eventId = await submitTestEnquiry(database);
    await waitForState(database, eventId, "completed");
    // As after a database restore: BullMQ has completed jobs whose effects are pending.
    await database.query(
      "update event_effects set status = 'pending', completed_at = null where effect = 'send-team-notification'",
    );
    await database.query("update outbox_events set completed_at = null, next_publish_at = now()");
    await waitForState(database, eventId, "completed");
    expect(mails.calls.filter((key) => key.endsWith("/send-team-notification"))).toHaveLength(2);
    expect(mails.sent.size).toBe(2);
    expect(await backend.queues.email.getJobCountByTypes("failed")).toBe(0);
  });

  test("shutdown: finishes running jobs", async ({ database, backend, mails }) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = 0;
    const worker = startWorker(database, backend, {
      mailer: {
        async send(mail, key) {
          started += 1;
          await released;
          return mails.mailer.send(mail, key);
        },
      },
    });
    const eventId = await submitTestEnquiry(database);
    await eventually("both mails are under way", async () => started === 2);
    await worker.stopRelay();
    const stopped = worker.stopConsumers();
    release();
    await stopped;
    expect((await stateOf(database, eventId)).effects).toMatchObject({
      "send-auto-reply": "completed",
      "send-team-notification": "completed",
    });
  });
});

describe("effects, whatever the queue", () => {
  const test = testOn("postgres");

  test("mailbox: one auto-reply a day, for concurrent enquiries and any spelling of the address", async ({
    database,
    mails,
    start,
  }) => {
    failOnce(mails, "auto-reply");
    const spellings = ["ada@shop.example", "Ada@Shop.example", "ada+one@shop.example"];
    const emails = Array.from({ length: 4 }, () => spellings).flat();
    const eventIds = await Promise.all(
      emails.map((email) => submitTestEnquiry(database, { email })),
    );
    const otherEvent = await submitTestEnquiry(database, { email: "grace@shop.example" });
    start();
    start();
    for (const eventId of [...eventIds, otherEvent]) {
      await waitForState(database, eventId, "completed");
    }
    const templates = [...mails.sent.values()].map(({ template }) => template);
    expect(templates.filter((template) => template === "auto-reply")).toHaveLength(2);
    expect(templates.filter((template) => template === "team-notification")).toHaveLength(13);
    const { rows } = await database.query(
      `select data->>'outcome' as outcome, data->>'reason' as reason, count(*)::int from audit_log
       where action = 'effect.send-auto-reply' group by 1, 2 order by 3`,
    );
    expect(rows).toEqual([
      { outcome: null, reason: null, count: 2 },
      { outcome: "skipped", reason: "one_per_mailbox_a_day", count: 11 },
    ]);
  });

  test("enquiry with consent: also reported to Meta, once", async ({
    database,
    conversions,
    start,
  }) => {
    start();
    start();
    const conversion = consentedConversion();
    const eventId = await submitTestEnquiry(database, { conversion });
    await waitForState(database, eventId, "completed");
    expect(await stateOf(database, eventId)).toMatchObject({
      effects: { ...ALL_COMPLETED, "report-lead-conversion": "completed" },
      audit: [...THREE_ROWS, "effect.report-lead-conversion"].toSorted(),
    });
    expect([...conversions.reports.values()]).toEqual([
      {
        name: "Lead",
        content: { name: "Contact Form", category: "Contact" },
        value: 0,
        currency: "GBP",
        person: { email: "ada@shop.example", firstName: "Ada", lastName: "Byron" },
        occurredAt: expect.any(String),
        conversion,
      },
    ]);
    const { rows } = await database.query(
      "select data from audit_log where action = 'effect.report-lead-conversion'",
    );
    expect(rows[0]?.data).toMatchObject({ outcome: "sent" });
    expect(JSON.stringify(rows)).not.toContain("Ada");
  });

  test("report rejected by Meta: dead-lettered, and the emails are sent", async ({
    database,
    conversions,
    mails,
    start,
  }) => {
    conversions.failWith(() => new ConversionRejected("Meta: 100 (400)"));
    start();
    const eventId = await submitTestEnquiry(database, { conversion: consentedConversion() });
    await waitForState(database, eventId, "dead_lettered");
    expect((await stateOf(database, eventId)).effects).toEqual({
      ...ALL_COMPLETED,
      "report-lead-conversion": "dead_lettered",
    });
    expect(mails.sent.size).toBe(2);
  });

  test("Meta not configured: the consent is recorded and nothing is reported", async ({
    database,
    backend,
    mails,
  }) => {
    const worker = startWorker(database, backend, { mailer: mails.mailer });
    const eventId = await submitTestEnquiry(database, { conversion: consentedConversion() });
    await waitForState(database, eventId, "completed");
    await worker.stopRelay();
    await worker.stopConsumers();
    const { rows } = await database.query(
      "select data->>'reason' as reason from audit_log where action = 'effect.report-lead-conversion'",
    );
    expect(rows).toEqual([{ reason: "not_configured" }]);
  });

  test("event that breaks its contract: dead-lettered, and later events go on", async ({
    database,
    start,
  }) => {
    const invalid = await submitTestEnquiry(database, { graceMs: 60_000 });
    await database.query(
      "update outbox_events set payload = '{\"submissionId\": 7}', next_publish_at = now()",
    );
    const valid = await submitTestEnquiry(database);
    start();
    await waitForState(database, valid, "completed");
    await waitForState(database, invalid, "dead_lettered");
    const { audit, effects, lastError } = await stateOf(database, invalid);
    expect(effects).toEqual({});
    expect(audit).toEqual(["exhausted.event"]);
    expect(lastError).toContain("data.submissionId");
  });

  test("effect started 23 hours ago without a result: in doubt, left to an operator", async ({
    database,
    mails,
    start,
  }) => {
    const eventId = await submitTestEnquiry(database, { graceMs: 60_000 });
    await database.query(
      `insert into event_effects (event_id, effect, idempotency_key, attempts, first_attempt_at)
       values ($1, 'send-team-notification', $1 || '/send-team-notification', 0, now() - interval '23 hours 1 minute')`,
      [eventId],
    );
    await database.query("update outbox_events set next_publish_at = now()");
    start();
    await waitForState(database, eventId, "dead_lettered");
    expect((await stateOf(database, eventId)).effects).toEqual({
      ...ALL_COMPLETED,
      "send-team-notification": "dead_lettered",
    });
    expect(mails.calls).toEqual([`${eventId}/send-auto-reply`]);
  });
});

describe("relay", () => {
  const test = testOn("postgres");

  test("two concurrent passes: publish each event once", async ({ database, backend }) => {
    for (let i = 0; i < 30; i++) await submitTestEnquiry(database);
    const deps = relayDeps(database, backend);
    const published = await Promise.all([relayOnce(deps), relayOnce(deps), relayOnce(deps)]);
    expect(published.reduce((sum, count) => sum + count)).toBe(30);
    expect(await relayOnce(deps)).toBe(0);
  });

  test("queue rejects events: due again soon", async ({ database, backend }) => {
    await submitTestEnquiry(database);
    const deps = relayDeps(database, backend);
    const down = { ...deps, events: { addBulk: () => Promise.reject(new Error("down")) } as never };
    await expect(relayOnce(down)).rejects.toThrow("down");
    const published = await eventually("the event is due again", async () => {
      const count = await relayOnce(deps);
      return count > 0 && count;
    });
    expect(published).toBe(1);
  });

  test("event in its grace period: not published yet", async ({ database, backend }) => {
    await submitTestEnquiry(database, { graceMs: 60_000 });
    const deps = relayDeps(database, backend);
    expect(await relayOnce(deps)).toBe(0);
  });
});

describe("queue data lost", () => {
  const test = testOn("redis");

  test("flushed queue: refilled from Postgres", async ({
    database,
    backend,
    mails,
    start,
    skip,
  }) => {
    const reason = skipReason("redis");
    if (reason !== null) skip(reason);
    mails.failWith(() => new Error("provider down"));
    start();
    const eventId = await submitTestEnquiry(database);
    await eventually("a mail is waiting to be retried", async () => {
      return (await backend.queues.email.getDelayedCount()) > 0;
    });
    const redis = new Redis(inject("redisUrl") ?? "");
    await redis.flushall();
    redis.disconnect();
    mails.failWith(() => null);
    await waitForState(database, eventId, "completed");
    expect(mails.sent.size).toBe(2);
  });

  test("queue flushed during a Postgres outage: refilled when both are back", async ({
    database,
    backend,
    skip,
  }) => {
    const reason = skipReason("redis");
    if (reason !== null) skip(reason);
    await submitTestEnquiry(database, { graceMs: 60_000 });
    const deps = relayDeps(database, backend);
    await eventually("the queue answers", async () => {
      const answer = await backend.memory.wasFlushed().catch(() => null);
      return answer !== null;
    });
    const { db: away, close } = connectDatabase("postgres://nobody@127.0.0.1:1/none", {
      max: 1,
      applicationName: "test",
      onError: () => undefined,
    });
    await expect(relayOnce({ ...deps, db: away })).rejects.toThrow(DrizzleQueryError);
    await close();
    expect(await relayOnce(deps)).toBe(1);
  });
});
