import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { startBulkReplay, stopBulkReplay } from "#db/ops/change-bulk-replays.ts";
import { findBulkReplay } from "#db/ops/find-bulk-replays.ts";
import { countFailedEvents } from "#db/ops/find-failed-events.ts";
import {
  auditLog,
  bulkReplayEvents,
  effectAttempts,
  eventEffects,
  outboxEvents,
  replays,
} from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { type BulkReplayDeps, replayBatch } from "./run-bulk-replays.ts";

const EVERYTHING = { search: null, type: null, effect: null, error: null, from: null, to: null };

const depsOf = (db: Db, more: Partial<BulkReplayDeps> = {}): BulkReplayDeps => ({
  db,
  makeId: newId,
  log: { info: () => undefined, warn: () => undefined },
  ...more,
});

/** More than two batches. */
const COUNT = 60;

async function seedFailed(db: Db): Promise<void> {
  await db.execute(sql`insert into ${outboxEvents} (id, type, version, aggregate_type, aggregate_id, actor, payload,
      correlation_id, occurred_at, next_publish_at, dead_lettered_at)
    select 'evt_' || lpad(n::text, 26, '0'), 'ContactSubmitted', 1, 'form_submission', 'sub_' || n, '{"kind":"visitor"}',
      '{}', 'req_' || n, now(), '2099-01-01', now() from generate_series(1, ${COUNT}::int) n`);
  await db.execute(sql`insert into ${eventEffects} (event_id, effect, status, idempotency_key, attempts, first_attempt_at)
    select id, effect, case effect when 'audit' then 'completed' else 'dead_lettered' end, id || effect, 1, now()
    from ${outboxEvents}, unnest(array['audit', 'send-auto-reply']) effect`);
}

async function request(db: Db) {
  const id = newId("bulkReplay");
  const isStarted = await startBulkReplay(db, {
    id,
    filter: EVERYTHING,
    filters: {},
    requestedBy: "Ada",
    reason: "Resend is back",
  });
  expect(isStarted).toBe(true);
  return id;
}

async function runAll(deps: BulkReplayDeps): Promise<number> {
  let sum = 0;
  for (let count = await replayBatch(deps); count > 0; count = await replayBatch(deps)) {
    sum += count;
  }
  return sum;
}

const outcomesOf = async (db: Db, id: string) =>
  Object.fromEntries(
    ((await findBulkReplay(db, id))?.outcomes ?? []).map(({ outcome, events }) => [
      outcome,
      events,
    ]),
  );

describe("bulk replay", () => {
  test("replays each failed effect once, over several batches and workers, then ends", async ({
    db,
  }) => {
    await seedFailed(db);
    const id = await request(db);
    const counts = await Promise.all([runAll(depsOf(db)), runAll(depsOf(db))]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(COUNT);
    const rows = await db.select().from(replays);
    expect(rows).toHaveLength(COUNT);
    expect(new Set(rows.map((row) => `${row.effect} ${row.requestedBy} ${row.reason}`))).toEqual(
      new Set(["send-auto-reply Ada Resend is back"]),
    );
    expect(await db.$count(eventEffects, sql`status = 'pending'`)).toBe(COUNT);
    expect(await outcomesOf(db, id)).toEqual({ replayed: COUNT });
    await replayBatch(depsOf(db));
    expect((await findBulkReplay(db, id))?.request.endedAt).not.toBeNull();
  });

  test("leaves what fails again, and what failed after the request", async ({ db }) => {
    await seedFailed(db);
    await db.execute(
      sql`update outbox_events set dead_lettered_at = null where correlation_id = 'req_1'`,
    );
    await db.execute(sql`update event_effects set status = 'completed' where event_id like '%01'`);
    await request(db);
    await db.execute(
      sql`update event_effects set status = 'dead_lettered' where event_id like '%01'`,
    );
    expect(await runAll(depsOf(db))).toBe(COUNT - 1);
    await db.execute(
      sql`update event_effects set status = 'dead_lettered' where effect <> 'audit'`,
    );
    expect(await runAll(depsOf(db))).toBe(0);
  });

  test("worker killed in a batch: the next one does it again, and nothing twice", async ({
    db,
  }) => {
    await seedFailed(db);
    const id = await request(db);
    let calls = 0;
    const killed = depsOf(db, {
      makeId(kind) {
        calls += 1;
        if (calls === 40) throw new Error("killed");
        return newId(kind);
      },
      log: {
        info: () => undefined,
        warn() {
          throw new Error("killed");
        },
      },
    });
    await expect(runAll(killed)).rejects.toThrow("killed");
    expect(await db.$count(replays)).toBe(25);
    expect(await outcomesOf(db, id)).toEqual({ replayed: 25, null: COUNT - 25 });
    await runAll(depsOf(db));
    expect(await db.$count(replays)).toBe(COUNT);
  });

  test("stopped: the rest stays as it is, and the audit log says who stopped it", async ({
    db,
  }) => {
    await seedFailed(db);
    const id = await request(db);
    await replayBatch(depsOf(db));
    await stopBulkReplay(db, { id, stoppedBy: "Grace" });
    await stopBulkReplay(db, { id, stoppedBy: "Ada" });
    expect(await runAll(depsOf(db))).toBe(0);
    expect(await outcomesOf(db, id)).toEqual({ replayed: 25, null: COUNT - 25 });
    expect(await db.$count(eventEffects, sql`status = 'dead_lettered'`)).toBe(COUNT - 25);
    const audit = await db
      .select()
      .from(auditLog)
      .where(sql`event_id is null`)
      .orderBy(auditLog.id);
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ["bulk_replay.requested", { kind: "ops", name: "Ada" }],
      ["bulk_replay.stopped", { kind: "ops", name: "Grace" }],
    ]);
  });

  test("in doubt, expired, completed or broken: each is left, and blocks no other", async ({
    db,
  }) => {
    await seedFailed(db);
    expect(await countFailedEvents(db, EVERYTHING)).toEqual({
      events: COUNT,
      expired: 0,
      done: 0,
      inDoubt: 0,
    });
    const id = await request(db);
    const set = (last: string, change: string) =>
      db.execute(sql`update ${sql.raw(change)} where event_id like ${`%${last}`}`);
    await set("02", "event_effects set first_attempt_at = now() - interval '1 day'");
    await set("05", "event_effects set first_attempt_at = now() - interval '1 year'");
    await db.insert(effectAttempts).values({
      eventId: `evt_${"5".padStart(26, "0")}`,
      effect: "send-auto-reply",
      number: 1,
      worker: "w1",
      startedAt: "2026-11-20T12:00:00Z",
      outcome: "dead_lettered",
      httpStatus: 403,
    });
    await set("03", "event_effects set status = 'completed'");
    await set(
      "06",
      "event_effects set first_attempt_at = now() - interval '1 day', status = 'pending'",
    );
    await db.execute(sql`update outbox_events set type = 'AuthMailRequested',
      occurred_at = now() - interval '25 hours' where id like '%04'`);
    expect(await countFailedEvents(db, EVERYTHING)).toEqual({
      events: COUNT,
      expired: 1,
      done: 1,
      inDoubt: 2,
    });
    let failed = false;
    await runAll(
      depsOf(db, {
        makeId(kind) {
          if (failed) return newId(kind);
          failed = true;
          throw new Error("broken");
        },
      }),
    );
    expect(await outcomesOf(db, id)).toEqual({
      replayed: COUNT - 5,
      in_doubt: 2,
      nothing_to_do: 1,
      expired: 1,
      error: 1,
    });
    expect(await db.$count(bulkReplayEvents, sql`outcome is null`)).toBe(0);
  });
});

test("bulk replay of nothing: is not kept", async ({ db }) => {
  const id = newId("bulkReplay");
  const nothing = { id, filter: EVERYTHING, filters: {}, requestedBy: "Ada", reason: randomUUID() };
  expect(await startBulkReplay(db, nothing)).toBe(false);
  expect(await findBulkReplay(db, id)).toBeNull();
  expect(await db.$count(auditLog)).toBe(0);
});
