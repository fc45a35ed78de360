import { describeError, framesOf } from "../describe-error.ts";
import { SomeFailed } from "../for-each.ts";
import type { Logger } from "../log.ts";
import type { QueueBackend } from "../pipeline/queue-backend.ts";
import { SCHEDULES_QUEUE } from "../pipeline/queues.ts";
import type { Schedule } from "./schedule.ts";

/** Restores the schedules of a queue that was flushed, or was down at start. */
const RESTORE_EVERY_MS = 600_000;

const FAILED_TTL_S = 7 * 86_400;

type SchedulesDeps = {
  backend: Pick<QueueBackend, "queues" | "consume">;
  schedules: Readonly<Record<string, Schedule>>;
  now: () => Date;
  log: Pick<Logger, "info" | "warn">;
  /** Tells the team. */
  onFailed: (schedule: string, failedIds: readonly string[]) => Promise<void>;
};

/**
 * BullMQ holds one next run of each schedule and gives it to one worker. A failed run waits for
 * the next; a missed one runs when a worker is back.
 *
 * @returns a function that stops the schedules and resolves when the running one has ended
 */
export function startSchedules({
  backend,
  schedules,
  now,
  log,
  onFailed,
}: SchedulesDeps): () => Promise<void> {
  const { schedules: queue } = backend.queues;

  /** @param earliestMs a run due before this counts as lost and is rescheduled */
  async function restore(earliestMs: number): Promise<void> {
    for (const [name, { pattern }] of Object.entries(schedules)) {
      try {
        // Upserting a scheduled run would cancel it if it is due, or repeat one just completed.
        const scheduled = await queue.getJobScheduler(name);
        if (scheduled?.pattern === pattern && (scheduled.next ?? 0) > earliestMs) continue;
        await queue.upsertJobScheduler(
          name,
          { pattern, tz: "UTC" },
          { name, opts: { attempts: 1, removeOnFail: { age: FAILED_TTL_S } } },
        );
      } catch (error) {
        log.warn({ schedule: name, error: describeError(error) }, "schedule_not_restored");
      }
    }
  }

  const consumer = backend.consume(SCHEDULES_QUEUE, async ({ name }) => {
    const schedule = schedules[name];
    if (schedule === undefined) return;
    try {
      log.info({ schedule: name, ...(await schedule.run()) }, "schedule_run");
    } catch (error) {
      log.warn(
        { schedule: name, error: describeError(error), stack: framesOf(error) },
        "schedule_failed",
      );
      await onFailed(name, error instanceof SomeFailed ? error.ids : []);
      throw error;
    }
  });
  // At start an overdue run stays in place, so that it runs now.
  void restore(0);
  const timer = setInterval(
    () => void restore(now().getTime() - RESTORE_EVERY_MS),
    RESTORE_EVERY_MS,
  );

  return async function stop() {
    clearInterval(timer);
    await consumer.close();
  };
}
