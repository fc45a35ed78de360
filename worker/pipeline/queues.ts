import type { WorkerOptions } from "bullmq";
import { CAPPED_BACKOFF, type EVENTS_QUEUE } from "#contracts/events/queue.ts";

/** One queue per company, so that a slow one delays only its own effects. */
export const EFFECT_QUEUES = [
  "email",
  "sms",
  "conversions",
  "billing",
  "material",
  "database",
] as const;
export type EffectQueue = (typeof EFFECT_QUEUES)[number];
/** BullMQ runs the lowest first: a burst of enquiries must not delay a code. */
export const MAIL_PRIORITY = {
  security: 1,
  money: 2,
  team: 3,
  proposal: 3,
  report: 3,
  autoReply: 4,
} as const;
export type MailPriority = (typeof MAIL_PRIORITY)[keyof typeof MAIL_PRIORITY];
export const SCHEDULES_QUEUE = "schedules";
export type QueueName = typeof EVENTS_QUEUE | EffectQueue | typeof SCHEDULES_QUEUE;

export type QueueKind = "redis" | "postgres";

export type EffectJob = { eventId: string; effect: string };

/** BullMQ rejects ids with a colon, and ids of digits only. */
export function effectJobId(job: EffectJob): string {
  return `${job.eventId}.${job.effect}`;
}

const FIRST_RETRY_MS = 2_000;
const RETRY_MAX_MS = 600_000;

/**
 * Half of it is random, so that effects that failed together spread out.
 *
 * @param attemptsMade from 1
 * @param random in [0, 1)
 */
export function retryDelayMs(attemptsMade: number, random: number): number {
  const delay = Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** (attemptsMade - 1));
  return Math.round(delay / 2 + (random * delay) / 2);
}

/** Longer than any backoff: the clock was ahead when the retry was scheduled. */
export function isDelayTooLong(
  { processedOn, delay }: { processedOn?: number; delay: number },
  now: Date,
): boolean {
  return (processedOn ?? 0) + delay > now.getTime() + RETRY_MAX_MS;
}

/**
 * Jobs wait for I/O and batch their statements, so a higher number means fewer statements. 200 fill two batches; in
 * PostgreSQL that many would wait for the queue's two connections.
 */
export const CONCURRENCY: Record<QueueName, Record<QueueKind, number>> = {
  events: { redis: 200, postgres: 50 },
  email: { redis: 200, postgres: 50 },
  sms: { redis: 50, postgres: 50 },
  conversions: { redis: 50, postgres: 50 },
  billing: { redis: 10, postgres: 10 },
  // Pictures take memory and both processors.
  material: { redis: 1, postgres: 1 },
  database: { redis: 50, postgres: 50 },
  // A long drift check must not delay a warning.
  schedules: { redis: 2, postgres: 2 },
};

export const COMPLETED_JOB_TTL_S = 3_600;

export const workerOptions = (
  name: QueueName,
  kind: QueueKind,
  emailRps: number,
): Omit<WorkerOptions, "connection"> => ({
  concurrency: CONCURRENCY[name][kind],
  // A killed worker's jobs run again after about 10 s.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  // A crash does not count against a job, and effects are safe to repeat.
  maxStalledCount: 20,
  // BullMQ's default of 15 s would delay the first job after an outage.
  runRetryDelay: 1_000,
  removeOnComplete: { age: COMPLETED_JOB_TTL_S },
  settings: {
    backoffStrategy: (attemptsMade, type) => {
      if (type !== CAPPED_BACKOFF) throw new Error(`Bug: unknown backoff ${String(type)}`);
      return retryDelayMs(attemptsMade, Math.random());
    },
  },
  ...(name === "email" && emailRps > 0 ? { limiter: { max: emailRps, duration: 1_000 } } : {}),
});
