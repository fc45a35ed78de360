import { DelayedError, type Job } from "bullmq";
import { EVENT_VERSIONS, type EventType } from "#contracts/events/catalogue.ts";

// What only a newer version understands waits for the deploy that is under way.
const UNSUPPORTED_RETRY_MS = 60_000;
const UNSUPPORTED_RETRY_WINDOW_MS = 24 * 3_600_000;

/** Whether this code understands an event: its type, and at least its version. */
export function isSupportedEvent(event: { type: string; version: number }): boolean {
  return (
    Object.hasOwn(EVENT_VERSIONS, event.type) &&
    event.version <= EVENT_VERSIONS[event.type as EventType]
  );
}

/** How long an event of a newer version may wait still, in milliseconds; 0 when it has waited for a day. */
export function retryWindowLeftMs(event: { occurred_at: string }, now: Date): number {
  return Math.max(0, Date.parse(event.occurred_at) + UNSUPPORTED_RETRY_WINDOW_MS - now.getTime());
}

/**
 * Gives a job back to its queue, for a worker that knows what it is about.
 *
 * @throws {DelayedError} always: so the queue is told that the job has not ended
 */
export async function delayForNewerWorker(
  job: Job,
  token: string | undefined,
  now: Date,
): Promise<never> {
  await job.moveToDelayed(now.getTime() + UNSUPPORTED_RETRY_MS, token);
  throw new DelayedError();
}
