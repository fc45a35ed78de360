import type { Job } from "bullmq";
import { type Logger, pino } from "pino";
import { expect } from "vitest";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import {
  effectsWith,
  noMetrics,
  recordingMailer,
  stateOf,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { NO_SPANS } from "../tracing/spans.ts";
import { createEffectRunner } from "./run-effect.ts";

const EFFECT = "send-team-notification";

/** Runs the job of an effect that fails, as the queue does after some attempts. */
async function failAfter(database: TestDatabase, attemptsMade: number, error: Error) {
  const eventId = await submitTestEnquiry(database);
  await database.query(
    "insert into event_effects (event_id, effect, idempotency_key) values ($1, $2, $1 || '/' || $2)",
    [eventId, EFFECT],
  );
  const mails = recordingMailer();
  mails.failWith(() => error);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log: Logger = pino({ messageKey: "message" }, { write });
  const run = createEffectRunner({
    db: database.db,
    queues: {} as never,
    effects: effectsWith(database, mails),
    log,
    metrics: noMetrics.effects,
    now: () => new Date(),
    worker: "test",
    spans: NO_SPANS,
  });
  const job = { data: { eventId, effect: EFFECT }, attemptsMade, opts: JOB_OPTIONS };
  await expect(run(job as unknown as Job)).rejects.toThrow(error.name);
  const { rows } = await database.query(
    "select status, last_error from event_effects where event_id = $1",
    [eventId],
  );
  return { effect: rows[0], state: (await stateOf(database, eventId)).state, lines };
}

test("the last attempt but one: the effect waits for the queue", async ({ database }) => {
  const { effect, state } = await failAfter(database, JOB_OPTIONS.attempts - 2, new Error("away"));
  expect(effect).toMatchObject({ status: "pending", last_error: "Error: away" });
  expect(state).toBe("open");
});

test("the last attempt: the effect is dead-lettered, because no job would run it again", async ({
  database,
}) => {
  const { effect, state, lines } = await failAfter(
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
  const { effect, lines } = await failAfter(database, 0, fault);
  expect(effect?.["last_error"]).toMatch(
    /^TypeError: cannot read the name of \[address\] at worker\/[\w./-]+:\d+:\d+/,
  );
  expect(lines[0]?.["stack"]).toContain("worker/mail/greeting.ts:12:9");
  expect(JSON.stringify(lines)).not.toContain("ada@");
});
