import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { startCollector } from "../../tests/support/collector.ts";
import { test } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import {
  openBackend,
  startWorker,
  stateOf,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { serve } from "../../tests/support/serve.ts";
import { createResendMailer } from "../adapters/resend.ts";
import { createSpanExport } from "./span-export.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const EVENT = {
  id: "evt_1",
  type: "ContactSubmitted",
  correlationId: "req_1",
  traceparent: SENT,
  occurredAt: "2026-11-20T23:13:00.123Z",
};
const ATTEMPT = {
  effect: "audit",
  number: 1,
  worker: "test",
  startedAt: "2026-11-20T23:13:01.000Z",
  tookMs: 12,
  outcome: "completed",
  error: null,
} as const;

const log = { warn: () => undefined };
const config = { headers: {}, sampleRatio: 1, now: () => new Date(), log };

/** The email to the team is refused for good. */
const startResend = () =>
  serve((request, response) => {
    const isTeam = request.headers["idempotency-key"]?.includes("team") === true;
    response.statusCode = isTeam ? 422 : 200;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(
        isTeam
          ? { statusCode: 422, name: "validation_error", message: "to: ada@shop.example" }
          : { id: "re_1" },
      ),
    );
  });

test("enquiry: its spans show when each attempt ran and what Resend answered, and nobody's data", async ({
  database,
}) => {
  const [collector, resend] = await Promise.all([startCollector(), startResend()]);
  const spans = await createSpanExport({ ...config, endpoint: collector.url });
  const backend = openBackend("postgres", database);
  const mailer = createResendMailer({ apiKey: "re_key", from: "a@b.example", baseUrl: resend.url });
  const eventId = await submitTestEnquiry(database);
  await database.query("update outbox_events set traceparent = $1", [SENT]);
  const worker = startWorker(database, backend, { mailer, spans });
  try {
    await eventually(
      "the event has ended",
      async () => (await stateOf(database, eventId)).state === "dead_lettered",
    );
    await worker.stopRelay();
    await worker.stopConsumers();
    await spans.stop();
  } finally {
    await backend.close();
    resend.close();
    collector.close();
  }
  const collected = collector.spans();
  const nameOf = new Map(collected.map(({ spanId, name }) => [spanId, name]));
  nameOf.set("00f067aa0ba902b7", "the browser");
  const post = `POST ${new URL(resend.url).host}`;
  expect(
    collected
      .map(({ traceId, name, parentSpanId = "", status }) =>
        [traceId === TRACE, nameOf.get(parentSpanId), name, status.message ?? "ok"].join(" | "),
      )
      .toSorted(),
  ).toEqual(
    [
      "true | the browser | ContactSubmitted | dead-lettered",
      "true | ContactSubmitted | publish | ok",
      "true | ContactSubmitted | dispatch | ok",
      "true | ContactSubmitted | send-auto-reply | ok",
      `true | send-auto-reply | ${post} | ok`,
      "true | ContactSubmitted | send-team-notification | MailRejected: Resend: validation_error (422)",
      `true | send-team-notification | ${post} | HTTP 422`,
    ].toSorted(),
  );
  for (const { name, startTimeUnixNano: start, endTimeUnixNano: end } of collected) {
    expect(BigInt(end), name).toBeGreaterThanOrEqual(BigInt(start));
  }
  expect(collector.bodies.join()).not.toMatch(/shop\.example|Ada|Byron|20 posts/);
});

test.for([
  ["the browser's sampled flag", SENT, 1, 1],
  ["no flag: none", SENT.replace(/1$/, "0"), 1, 0],
  ["no browser: a trace of the request", null, 1, 1],
  ["a share of none", SENT, 0, 0],
] as const)("spans exported with %s", async ([, traceparent, sampleRatio, count]) => {
  const collector = await startCollector();
  const spans = await createSpanExport({ ...config, endpoint: collector.url, sampleRatio });
  spans.attempted({ ...EVENT, traceparent }, ATTEMPT);
  await spans.stop();
  collector.close();
  expect(collector.spans()).toHaveLength(count);
});

test("worker at its limit: exports a share of the next second's traces, and all once it is idle", async () => {
  const collector = await startCollector();
  let nowMs = 0;
  const now = () => new Date(nowMs);
  const spans = await createSpanExport({ ...config, endpoint: collector.url, now });
  const runJobs = (effect: string, count: number) => {
    for (let job = 0; job < count; job++) {
      const correlationId = makeId("request", job, randomBytes(ID_RANDOM_BYTES));
      const event = { ...EVENT, correlationId, traceparent: null };
      spans.attempted(event, { ...ATTEMPT, effect });
    }
  };
  runJobs("at first", 999);
  nowMs = 1_000;
  runJobs("at the limit", 1_000);
  nowMs = 60_000;
  runJobs("when idle", 10);
  await spans.stop();
  collector.close();
  const count = (effect: string) => collector.spans().filter(({ name }) => name === effect).length;
  expect(count("at first")).toBe(999);
  // A quarter; chance alone leaves these bounds once in millions of runs.
  expect(count("at the limit")).toBeGreaterThan(170);
  expect(count("at the limit")).toBeLessThan(330);
  expect(count("when idle")).toBe(10);
});

test("collector hangs: effects complete, and stopping ends", async ({ database }) => {
  const hanging = await serve(() => undefined);
  const spans = await createSpanExport({ ...config, endpoint: hanging.url });
  for (let i = 0; i < 3_000; i++) spans.attempted(EVENT, ATTEMPT);
  const backend = openBackend("postgres", database);
  const mailer = { send: () => Promise.resolve({ externalId: null }) };
  const worker = startWorker(database, backend, { mailer, spans });
  try {
    const eventId = await submitTestEnquiry(database);
    await eventually(
      "the event has ended",
      async () => (await stateOf(database, eventId)).state === "completed",
    );
  } finally {
    await worker.stopRelay();
    await worker.stopConsumers();
    await spans.stop();
    await backend.close();
    hanging.close();
  }
});
