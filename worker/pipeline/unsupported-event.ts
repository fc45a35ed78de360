import { DelayedError, type Job } from "bullmq";
import { DAY_MS, MINUTE_MS } from "#contracts/durations.ts";
import { EVENT_VERSIONS, type EventType } from "#contracts/events/catalogue.ts";

const UNSUPPORTED_RETRY_MS = MINUTE_MS;
const UNSUPPORTED_RETRY_WINDOW_MS = DAY_MS;

export function isSupportedEvent(event: { type: string; version: number }): boolean {
  return (
    Object.hasOwn(EVENT_VERSIONS, event.type) &&
    event.version <= EVENT_VERSIONS[event.type as EventType]
  );
}

/** Milliseconds; 0 a day after the event. */
export function retryWindowLeftMs(event: { occurredAt: string }, now: Date): number {
  return Math.max(0, Date.parse(event.occurredAt) + UNSUPPORTED_RETRY_WINDOW_MS - now.getTime());
}

/** @throws {DelayedError} always: BullMQ requeues the job for a newer worker */
export async function delayForNewerWorker(
  job: Job,
  token: string | undefined,
  now: Date,
): Promise<never> {
  await job.moveToDelayed(now.getTime() + UNSUPPORTED_RETRY_MS, token);
  throw new DelayedError();
}
