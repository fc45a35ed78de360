import { DelayedError, type Job, UnrecoverableError } from "bullmq";
import { type Logger, pino } from "pino";
import { expect } from "vitest";
import { HOUR_MS } from "#contracts/durations.ts";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import {
  effectsWith,
  noMetrics,
  recordingMailer,
  stateOf,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { CompanyAnswer } from "../ports/company-answer.ts";
import { NO_SPANS } from "../tracing/spans.ts";
import { createEffectRunner } from "./run-effect.ts";

const EFFECT = "send-team-notification";

const NOW_MS = Date.parse("2026-11-25T12:00:00.000Z");

/** Each look at it takes a second longer. */
function slowClock(): () => Date {
  let atMs = NOW_MS;
  return () => new Date((atMs += 1_000));
}

/** Runs an effect's job as the queue does after some attempts. */
async function runAfter(
  database: TestDatabase,
  attemptsMade: number,
  error: Error | null,
  { name = EFFECT, eventHours = 0 } = {},
) {
  const eventId = await submitTestEnquiry(database);
  await database.query("update outbox_events set occurred_at = $1", [
    new Date(NOW_MS - eventHours * HOUR_MS),
  ]);
  await database.query(
    "insert into event_effects (event_id, effect, idempotency_key) values ($1, $2, $1 || '/' || $2)",
    [eventId, name],
  );
  const mails = recordingMailer();
  if (error !== null) mails.failWith(() => error);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log: Logger = pino({ messageKey: "message" }, { write });
  const took: number[] = [];
  const run = createEffectRunner({
    db: database.db,
    queues: {} as never,
    effects: effectsWith(database, mails),
    log,
    metrics: { ...noMetrics.effects, completed: (_, times) => void took.push(times.tookMs) },
    now: slowClock(),
    worker: "test",
    spans: { ...NO_SPANS, attempted: (_, attempt) => void took.push(attempt.tookMs) },
  });
  const delayedTo: number[] = [];
  const job = {
    data: { eventId, effect: name },
    attemptsMade,
    opts: JOB_OPTIONS,
    moveToDelayed: (ms: number) => void delayedTo.push(ms),
  };
  const thrown = await run(job as unknown as Job).catch((caught: unknown) => caught);
  const { rows } = await database.query(
    `select status, last_error, http_status, message from event_effects
     left join effect_attempts using (event_id, effect) where event_id = $1`,
    [eventId],
  );
  const { state } = await stateOf(database, eventId);
  return { effect: rows[0], state, lines, took, thrown, delayedTo };
}

test("an attempt took the time from its start to its end, whatever came of it", async ({
  database,
}) => {
  const done = await runAfter(database, 0, null);
  expect(done).toMatchObject({ state: "completed", took: [1_000, 1_000], thrown: undefined });
  expect(done.lines.at(-1)).toMatchObject({ message: "effect_completed", ms: 1_000 });
  const failed = await runAfter(database, 0, new Error("away"));
  expect(failed.took).toEqual([1_000]);
});

test("the last attempt but one: the effect waits for the queue", async ({ database }) => {
  const { effect, state, thrown } = await runAfter(
    database,
    JOB_OPTIONS.attempts - 2,
    new Error("away"),
  );
  expect(effect).toMatchObject({ status: "pending", last_error: "Error: away" });
  expect(state).toBe("open");
  expect(thrown).toEqual(new Error("Error: away"));
});

test("the last attempt: the effect is dead-lettered, because no job would run it again", async ({
  database,
}) => {
  const { effect, state, lines } = await runAfter(
    database,
    JOB_OPTIONS.attempts - 1,
    new Error("away"),
  );
  expect(effect).toMatchObject({ status: "dead_lettered", last_error: "Error: away" });
  expect(state).toBe("dead_lettered");
  expect(lines).toMatchObject([{ message: "effect_failed", final: true }]);
});

test("a fault in the code: row and log say in which file and line, without what it quotes", async ({
  database,
}) => {
  const fault = new TypeError("cannot read the name of ada@shop.example");
  fault.stack = `${fault.stack ?? ""}\n    at nameOf (/opt/tidepost/worker/mail/greeting.ts:12:9)`;
  const { effect, lines } = await runAfter(database, 0, fault);
  expect(effect?.["last_error"]).toMatch(
    /^TypeError: cannot read the name of \[address\] at worker\/[\w./-]+:\d+:\d+/,
  );
  expect(lines[0]?.["stack"]).toContain("worker/mail/greeting.ts:12:9");
  expect(JSON.stringify(lines)).not.toContain("ada@");
});

test("a failure with a cause: the row keeps a company's answer, and no other's words", async ({
  database,
}) => {
  const refused = new Error("refused", {
    cause: new CompanyAnswer(422, "The address is invalid."),
  });
  const { effect } = await runAfter(database, 0, refused);
  expect(effect).toMatchObject({ http_status: 422, message: "The address is invalid." });
  const other = new Error("away", { cause: new Error("cannot reach ada@shop.example") });
  expect((await runAfter(database, 0, other)).effect).toMatchObject({ message: null });
});

test("an effect that no worker knows: waits for a newer one until a day after its event", async ({
  database,
}) => {
  const waiting = await runAfter(database, 0, null, { name: "new-mail", eventHours: 23 });
  expect(waiting).toMatchObject({ state: "open", effect: { status: "pending" } });
  expect(waiting.thrown).toBeInstanceOf(DelayedError);
  expect(waiting.delayedTo).toEqual([expect.any(Number)]);
  const late = await runAfter(database, 0, null, { name: "new-mail", eventHours: 24 });
  expect(late).toMatchObject({
    state: "dead_lettered",
    effect: { last_error: expect.stringContaining("no effect of this name") },
    delayedTo: [],
  });
  expect(late.thrown).toBeInstanceOf(UnrecoverableError);
});
