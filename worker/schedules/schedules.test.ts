import { sql } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect } from "vitest";
import { users } from "#db/schema/accounts.ts";
import { test as base } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { BACKEND_KINDS, openBackend, skipReason } from "../../tests/support/pipeline.ts";
import { SomeFailed } from "../for-each.ts";
import type { QueueBackend } from "../pipeline/queue-backend.ts";
import { cleanUpAccounts } from "./clean-ups.ts";
import type { Schedule } from "./schedule.ts";
import { startSchedules } from "./start-schedules.ts";

const EVERY_SECOND = "* * * * * *";
const log = pino({ level: "silent" });
const now = () => new Date();
const onFailed = () => Promise.resolve();

function countingSchedule(work: Schedule["run"] = () => Promise.resolve({})) {
  let runs = 0;
  return {
    pattern: EVERY_SECOND,
    run() {
      runs += 1;
      return work();
    },
    runs: () => runs,
  };
}

describe.each(BACKEND_KINDS)("schedules on %s", (kind) => {
  const test = base.extend<{ backend: QueueBackend }>({
    backend: async ({ database }, use) => {
      const backend = openBackend(kind, database);
      await use(backend);
      await backend.close();
    },
  });

  test.beforeEach(({ skip }) => {
    const reason = skipReason(kind);
    if (reason !== null) skip(reason);
  });

  test("many workers: each run of a schedule happens once, also after one worker stops", async ({
    backend,
  }) => {
    const tick = countingSchedule();
    const start = () => startSchedules({ backend, schedules: { tick }, now, log, onFailed });
    const stops = [start()];
    await eventually("it ran", () => Promise.resolve(tick.runs() >= 1));
    stops.push(start(), start());
    await eventually("it ran among many", () => Promise.resolve(tick.runs() >= 3));
    await stops.pop()?.();
    const before = tick.runs();
    await eventually("it ran again", () => Promise.resolve(tick.runs() >= before + 2));
    await Promise.all(stops.map((stop) => stop()));
    const { schedules: queue } = backend.queues;
    expect(await queue.getCompletedCount()).toBe(tick.runs());
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(["tick"]);
  });

  test("run missed while no worker ran: happens when a worker is back", async ({ backend }) => {
    const tick = countingSchedule();
    const start = () => startSchedules({ backend, schedules: { tick }, now, log, onFailed });
    const stop = start();
    await eventually("it ran", () => Promise.resolve(tick.runs() >= 1));
    await stop();
    const { schedules: queue } = backend.queues;
    const missed = (await queue.getJobScheduler("tick"))?.next ?? Number.NaN;
    await eventually("the next run is late", () => Promise.resolve(now().getTime() > missed));
    const stopSecond = start();
    await eventually("it ran again", async () => {
      const done = await queue.getCompleted();
      return done.some(({ id }) => id === `repeat:tick:${missed}`);
    });
    await stopSecond();
  });

  test("failed run: the schedule runs again at its next time", async ({ backend }) => {
    const tick = countingSchedule(() =>
      Promise.reject(new SomeFailed(["cus_1"], new Error("odd"))),
    );
    const failures: unknown[] = [];
    const stop = startSchedules({
      backend,
      schedules: { tick },
      now,
      log,
      onFailed: (...failure) => Promise.resolve(void failures.push(failure)),
    });
    await eventually("it ran again", () => Promise.resolve(tick.runs() >= 2));
    await stop();
    expect(failures[0]).toEqual(["tick", ["cus_1"]]);
  });

  test("clean-up deletes expired rows", async ({ backend, db }) => {
    await db.execute(sql`insert into users (id, is_anonymous, app_metadata, user_metadata, created_at, updated_at)
      values (gen_random_uuid(), true, '{}', '{}', now() - interval '31 days', now())`);
    const { run, pattern } = cleanUpAccounts({ db, now, wait: () => Promise.resolve() });
    expect(pattern).toBe("17 * * * *");
    const stop = startSchedules({
      backend,
      schedules: { "clean-up-accounts": { run, pattern: EVERY_SECOND } },
      now,
      log,
      onFailed,
    });
    await eventually(
      "the visitor is gone",
      async () => (await db.select().from(users)).length === 0,
    );
    await stop();
  });
});
