import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { expect } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import { addEdgeRequests } from "#db/edge-requests.ts";
import { recordRefusal } from "#db/refusals.ts";
import { test } from "../tests/support/database.ts";
import { openBackend, submitTestEnquiry } from "../tests/support/pipeline.ts";
import { NO_PROMTOOL, runPromtool } from "../tests/support/promtool.ts";
import { serve } from "../tests/support/serve.ts";
import { createMetrics } from "./metrics.ts";
import { DASHBOARD } from "./monitoring/dashboard.ts";
import { MAIL_PRIORITY } from "./pipeline/queues.ts";
import { checkInvariants } from "./schedules/checks.ts";

test("backlog and queues are read on each scrape", async ({ database }) => {
  const backend = openBackend("postgres", database);
  await submitTestEnquiry(database);
  const hoursLater = () => new Date(Date.now() + 2 * 3_600_000);
  await checkInvariants({ db: database.db, now: hoursLater }).run();
  for (const second of ["00", "01"]) {
    await recordRefusal(database.db, "email_sent", `2026-11-20T12:00:${second}Z`);
  }
  await addEdgeRequests(database.db, [{ route: "sign-in", outcome: "slow", count: 3 }]);
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
  const edge = await serve((_, response) => response.end());
  const metrics = createMetrics({
    db: database.db,
    queues: Object.values(backend.queues),
    apiUrl: edge.url,
  });
  await metrics.render();
  const text = await metrics.render();
  await backend.close();
  edge.close();
  expect(text).toMatch(/^tidepost_outbox_open 1$/m);
  expect(text).toMatch(/^tidepost_promises_late 1$/m);
  expect(text).toMatch(/^tidepost_edge_requests_total\{route="sign-in",outcome="slow"\} 3$/m);
  expect(text).toMatch(/^tidepost_edge_requests_total\{route="api",outcome="failed"\} 0$/m);
  expect(text).toMatch(/^tidepost_invariant_violations\{invariant="open-event-has-effects"\} 1$/m);
  expect(text).toMatch(/^tidepost_invariant_violations\{invariant="duplicate-ends"\} 0$/m);
  expect(text).toMatch(/^tidepost_invariants_checked_timestamp_seconds \d/m);
  expect(text).toMatch(/^# TYPE tidepost_refusals_total counter$/m);
  expect(text).toMatch(/^tidepost_refusals_total\{cause="email_sent"\} 2$/m);
  expect(text).toMatch(/^tidepost_queue_jobs\{queue="email",state="delayed"\} 1$/m);
  expect(text).toMatch(/^tidepost_queue_jobs\{queue="email",state="waiting"\} 3$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="postgres"\} 1$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="queue"\} 1$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="edge"\} 1$/m);
});

test("no invariant was ever checked: counts as checked when the worker started", async ({ db }) => {
  const metrics = createMetrics({ db, queues: [], apiUrl: unreachableEdge });
  const checked = /^tidepost_invariants_checked_timestamp_seconds (\S+)$/m.exec(
    await metrics.render(),
  );
  expect(Number(checked?.[1])).toBeCloseTo(performance.timeOrigin / 1_000, 3);
});

const unreachableEdge = "http://127.0.0.1:1";

test("two scrapes at once: each shows the counters of the database once", async ({ db }) => {
  await recordRefusal(db, "email_sent", "2026-11-20T12:00:00Z");
  await addEdgeRequests(db, [{ route: "sign-in", outcome: "slow", count: 3 }]);
  const metrics = createMetrics({ db, queues: [], apiUrl: unreachableEdge });
  const texts = await Promise.all([metrics.render(), metrics.render(), metrics.render()]);
  for (const text of [...texts, await metrics.render()]) {
    expect(text).toMatch(/^tidepost_outbox_open 0$/m);
    expect(text).toMatch(/^tidepost_edge_requests_total\{route="sign-in",outcome="slow"\} 3$/m);
    expect(text).toMatch(/^tidepost_refusals_total\{cause="email_sent"\} 1$/m);
  }
});

test("a database that answers after the scrape: the next one counts once", async ({ db }) => {
  await addEdgeRequests(db, [{ route: "sign-in", outcome: "slow", count: 3 }]);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let isFirst = true;
  const slow = new Proxy(db, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== "execute" || typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (isFirst) {
          isFirst = false;
          await held;
        }
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  const metrics = createMetrics({ db: slow, queues: [], apiUrl: unreachableEdge });
  expect(await metrics.render()).toMatch(/^tidepost_dependency_up\{dependency="postgres"\} 0$/m);
  const next = metrics.render();
  goOn();
  expect(await next).toMatch(/^tidepost_edge_requests_total\{route="sign-in",outcome="slow"\} 3$/m);
});

test("rules and dashboard: name only metrics that a worker shows", async ({ db, skip }) => {
  await checkInvariants({ db, now: () => new Date("2026-11-20T12:00:00Z") }).run();
  const metrics = createMetrics({ db, queues: [], apiUrl: unreachableEdge });
  metrics.effects.completed("audit", { tookMs: 1, sinceEventMs: 1 });
  metrics.effects.failed("audit", { isFinal: true });
  const text = await metrics.render();
  const shown = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const rules = readFileSync(join(import.meta.dirname, "monitoring/rules.yml"), "utf8");
  const named = [
    ...(rules + JSON.stringify(DASHBOARD)).matchAll(/\b(?:tidepost|process|nodejs)_\w+/g),
  ];
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ""));
  expect(unknown.filter((name) => !shown.has(name))).toEqual([]);
  const run = runPromtool(["check", "metrics"], { input: text });
  if (run === null) return skip(NO_PROMTOOL);
  expect(run.code, run.output).not.toBe(1);
  // The names of Node's own metrics are prom-client's.
  expect(run.output.split("\n").filter((line) => line.startsWith("tidepost_"))).toEqual([]);
});

test("objectives: an event counts once, as bad when it is late or dead-lettered", async ({
  db,
}) => {
  const metrics = createMetrics({ db, queues: [], apiUrl: unreachableEdge });
  const ended = { type: "ContactSubmitted", isDeadLettered: false, isReplayed: false, tookS: 60 };
  metrics.effects.ended([
    ended,
    { ...ended, tookS: 60.1 },
    { ...ended, isDeadLettered: true },
    { ...ended, isReplayed: true },
    { ...ended, type: "PostProposed" },
  ]);
  const text = await metrics.render();
  expect(text.match(/^tidepost_slo_events_total.*/gm)).toEqual([
    'tidepost_slo_events_total{slo="enquiry",outcome="good"} 1',
    'tidepost_slo_events_total{slo="enquiry",outcome="bad"} 2',
    'tidepost_slo_events_total{slo="stripe-webhook",outcome="good"} 0',
    'tidepost_slo_events_total{slo="stripe-webhook",outcome="bad"} 0',
  ]);
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
  const text = await createMetrics({
    db: unreachable.db,
    queues: [queue],
    apiUrl: unreachableEdge,
  }).render();
  await unreachable.close();
  await queue.disconnect().catch(() => undefined);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="postgres"\} 0$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="queue"\} 0$/m);
  expect(text).toMatch(/^tidepost_dependency_up\{dependency="edge"\} 0$/m);
  expect(text).toMatch(/^tidepost_outbox_open Nan$/m);
  expect(text).toMatch(/^tidepost_invariants_checked_timestamp_seconds Nan$/m);
  expect(text).not.toMatch(/^tidepost_invariant_violations\{/m);
  expect(text).not.toMatch(/^tidepost_queue_jobs\{/m);
});
