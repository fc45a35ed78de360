import type { QueueBackend } from "../adapters/queue-backend.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import { SCHEDULES_QUEUE } from "../pipeline/queues.ts";
import type { Schedule } from "./schedule.ts";

/** How soon a queue that was flushed, or away when this process started, has its schedules again. */
const BOOK_AGAIN_MS = 600_000;

/** How long a failed run stays to be looked at. */
const FAILED_KEPT_S = 7 * 86_400;

export type SchedulesDeps = {
  backend: Pick<QueueBackend, "queues" | "consume">;
  schedules: Readonly<Record<string, Schedule>>;
  now: () => Date;
  log: Pick<Logger, "info" | "warn">;
};

/**
 * Runs what is due by the clock. The queue holds one next run of each schedule, whoever booked it, and gives it to one
 * process: any number of workers do it once. A run that fails waits for the next one. A run that was due while no worker
 * was there is done when one is back.
 *
 * @returns a function that stops it and resolves when the run under way has ended
 */
export function startSchedules({
  backend,
  schedules,
  now,
  log,
}: SchedulesDeps): () => Promise<void> {
  const { schedules: queue } = backend.queues;

  /** @param earliestMs before this a booked run counts as lost, and is booked anew */
  async function book(earliestMs: number): Promise<void> {
    for (const [name, { pattern }] of Object.entries(schedules)) {
      try {
        // To book what is booked already would take back a run that is due, and repeat one that is just done.
        const booked = await queue.getJobScheduler(name);
        if (booked?.pattern === pattern && (booked.next ?? 0) > earliestMs) continue;
        await queue.upsertJobScheduler(
          name,
          { pattern, tz: "UTC" },
          { name, opts: { attempts: 1, removeOnFail: { age: FAILED_KEPT_S } } },
        );
      } catch (error) {
        log.warn({ schedule: name, error: describeError(error) }, "schedule_not_booked");
      }
    }
  }

  const consumer = backend.consume(SCHEDULES_QUEUE, async ({ name }) => {
    const schedule = schedules[name];
    // Booked by a newer worker than this one, or by an older one for what is done no longer.
    if (schedule === undefined) return;
    try {
      log.info({ schedule: name, ...(await schedule.run()) }, "schedule_run");
    } catch (error) {
      log.warn({ schedule: name, error: describeError(error) }, "schedule_failed");
      throw error;
    }
  });
  // At the start, what is late was missed, and is run now.
  void book(0);
  const timer = setInterval(() => void book(now().getTime() - BOOK_AGAIN_MS), BOOK_AGAIN_MS);

  return async function stop() {
    clearInterval(timer);
    await consumer.close();
  };
}
