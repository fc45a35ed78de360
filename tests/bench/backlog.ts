import { fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { connectDatabase, type DatabasePool } from "#db/connect.ts";
import { submitEnquiry } from "#db/enquiries/submit-enquiry.ts";
import { makeAllOpenEventsDue } from "#db/events/change-due-events.ts";
import { promises } from "#db/schema/promises.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { makeForm } from "./enquiry.ts";
import { median, medianRatio } from "./figures.ts";
import type { Drain } from "./noop-worker.ts";

/** Enough for seconds of work. */
const EVENTS = { redis: 1_500, postgres: 500 } as const;

const EFFECTS = 3;

const ROUNDS = 3;
const WRITTEN_AT_ONCE = 50;
const DRAIN_LIMIT_MS = 120_000;

// Longer than writing the backlog takes, so that all of it becomes due at the same time.
const GRACE_MS = 3_600_000;

export type WorkerFigures = {
  events: number;
  effectsPerSecond: number;
  noopPerSecond: number;
  mailsOnlyPerSecond: number;
  toNoop: number;
  toMailsOnly: number;
};

/**
 * Measures the worker against a no-op worker that posts the same number of emails.
 *
 * @param redisUrl null for a queue in Postgres
 */
export async function measureWorker(
  { urls, settings }: Stack,
  redisUrl: string | null,
): Promise<WorkerFigures> {
  const database = connectDatabase(urls.databaseUrl, {
    max: 10,
    applicationName: "bench",
    onError: (error) => {
      throw error;
    },
  });
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  const noop = await startNoop(client, settings, redisUrl);
  const events = redisUrl === null ? EVENTS.postgres : EVENTS.redis;
  const effects = events * EFFECTS;
  const ours: number[] = [];
  const noops: number[] = [];
  const mailsOnly: number[] = [];
  const perSecond = (ms: number) => (effects * 1_000) / ms;
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const oursMs = await drainBacklog(database, client, events);
      const noopMs = await noop.drain({ jobs: effects, withMails: false });
      const mailsOnlyMs = await noop.drain({ jobs: effects, withMails: true });
      if (round === 0) {
        // As autovacuum does within a minute: prepared statements keep the plan of the empty tables until then.
        await client.query("analyze");
        continue;
      }
      ours.push(perSecond(oursMs));
      noops.push(perSecond(noopMs));
      mailsOnly.push(perSecond(mailsOnlyMs));
    }
  } finally {
    await noop.stop();
    await client.end();
    await database.close();
  }
  return {
    events,
    effectsPerSecond: median(ours),
    noopPerSecond: median(noops),
    mailsOnlyPerSecond: median(mailsOnly),
    toNoop: medianRatio(ours, noops),
    toMailsOnly: medianRatio(ours, mailsOnly),
  };
}

async function drainBacklog(
  { db }: DatabasePool,
  client: pg.Client,
  events: number,
): Promise<number> {
  await writeEnquiries(db, events);
  const dueAtMs = Date.now();
  await makeAllOpenEventsDue(db);
  return (await lastEffectAtMs(client)) - dueAtMs;
}

export async function writeEnquiries(db: DatabasePool["db"], count: number): Promise<void> {
  for (let written = 0; written < count; written += WRITTEN_AT_ONCE) {
    const rows = Array.from({ length: WRITTEN_AT_ONCE }, makeSubmission);
    await Promise.all(rows.map((row) => submitEnquiry(db, row)));
  }
  // On a Friday evening each would soon be due, and add an event of its own.
  await db.delete(promises);
}

export async function lastEffectAtMs(client: pg.Client): Promise<number> {
  await eventually("the backlog is worked off", () => isIdle(client), DRAIN_LIMIT_MS);
  const { rows } = await client.query<{ at_ms: number }>(
    `select extract(epoch from max(pg_xact_commit_timestamp(xmin)))::float8 * 1000 as at_ms from audit_log`,
  );
  return rows[0]?.at_ms ?? Number.NaN;
}

async function isIdle(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from outbox_events where completed_at is null and dead_lettered_at is null limit 1",
  );
  return rowCount === 0;
}

function makeSubmission(): Parameters<typeof submitEnquiry>[1] {
  const newId = <K extends IdKind>(kind: K) =>
    makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));
  const id = newId("submission");
  const { hp_field: _, ...form } = makeForm();
  return {
    id,
    idempotencyKey: randomUUID(),
    form,
    conversion: null,
    event: newEvent(
      { makeId: newId, now: () => new Date(), correlationId: newId("request"), graceMs: GRACE_MS },
      "ContactSubmitted",
      { kind: "visitor" },
      { submissionId: id, formType: form.form_type, conversionConsent: false },
    ),
  };
}

async function startNoop(client: pg.Client, settings: Stack["settings"], redisUrl: string | null) {
  const databaseUrl = new URL(settings["DATABASE_URL"] ?? "");
  databaseUrl.pathname = `/noop_${randomUUID().replaceAll("-", "")}`;
  await client.query(`create database ${databaseUrl.pathname.slice(1)}`);
  const child = fork(join(import.meta.dirname, "noop-worker.ts"), {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl.href,
      RESEND_API_KEY: settings["RESEND_API_KEY"],
      RESEND_BASE_URL: settings["RESEND_BASE_URL"],
      ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    },
  });
  const gone = once(child, "exit");
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([
      once(child, "message"),
      gone.then(() => {
        throw new Error("the worker that does nothing died");
      }),
    ])) as unknown[];
    return message;
  };
  await answer();
  return {
    async drain(jobs: Drain): Promise<number> {
      child.send(jobs);
      return Number(await answer());
    },
    async stop(): Promise<void> {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}
