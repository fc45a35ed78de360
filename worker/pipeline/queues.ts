import type { WorkerOptions } from "bullmq";
import { CAPPED_BACKOFF, type EVENTS_QUEUE } from "#contracts/events/queue.ts";

/** The queues that effects run in: one for each kind of provider, so that a slow one delays only its own. */
export const EFFECT_QUEUES = ["email", "sms", "conversions", "billing", "audit"] as const;
export type EffectQueue = (typeof EFFECT_QUEUES)[number];
/** BullMQ's priority of each kind of mail, the lowest first: a burst of enquiries must not delay a code. */
export const MAIL_PRIORITY = { security: 1, money: 2, team: 3, autoReply: 4 } as const;
export type MailPriority = (typeof MAIL_PRIORITY)[keyof typeof MAIL_PRIORITY];
/** What is done on a clock. */
export const SCHEDULES_QUEUE = "schedules";
export type QueueName = typeof EVENTS_QUEUE | EffectQueue | typeof SCHEDULES_QUEUE;

/** What travels through an effect queue. */
export type EffectJob = { eventId: string; effect: string };

/** No colon, which BullMQ refuses, and never all digits, because event ids are not. */
export function effectJobId(job: EffectJob): string {
  return `${job.eventId}.${job.effect}`;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 600_000;

/**
 * The wait before the next attempt: doubling from 2 s, at most 10 min, of which a random half so that what
 * failed together does not come back together.
 *
 * @param attemptsMade attempts so far, from 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function retryDelayMs(attemptsMade: number, random: number): number {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attemptsMade - 1));
  return Math.round(delay / 2 + (random * delay) / 2);
}

/**
 * Whether a job's next attempt is further away than any of ours is put off: the clock of the worker that booked it was
 * ahead, and without a hand it would wait until the right clock says the same.
 */
export function isDelayTooLong(
  { processedOn, delay }: { processedOn?: number; delay: number },
  now: Date,
): boolean {
  return (processedOn ?? 0) + delay > now.getTime() + LONGEST_RETRY_MS;
}

/** How many customers a worker reads from the payment provider at once. */
export const BILLING_CONCURRENCY = 10;

// Jobs at once for each queue. They wait for Postgres and providers, not for the processor, and share their
// statements: more at once means fewer statements, until the provider's own limit is what counts.
const CONCURRENCY: Record<QueueName, number> = {
  events: 50,
  email: 50,
  sms: 50,
  conversions: 50,
  // Each holds a connection to Postgres while it reads a customer from the payment provider.
  billing: BILLING_CONCURRENCY,
  audit: 50,
  schedules: 1,
};

/** How long a finished job stays to be looked at. */
export const COMPLETED_JOB_TTL_S = 3_600;

/** Options of the worker of a queue, whichever backend it runs on. */
export function workerOptions(
  name: QueueName,
  emailRps: number,
): Omit<WorkerOptions, "connection"> {
  return {
    concurrency: CONCURRENCY[name],
    // A killed worker's jobs run again after about 10 s.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    // A crash is our fault and not the job's, and effects are safe to repeat.
    maxStalledCount: 20,
    // The default of 15 s would delay the first job after the queue is back.
    runRetryDelay: 1_000,
    removeOnComplete: { age: COMPLETED_JOB_TTL_S },
    settings: {
      backoffStrategy: (attemptsMade, type) => {
        if (type !== CAPPED_BACKOFF) throw new Error(`Bug: unknown backoff ${String(type)}`);
        return retryDelayMs(attemptsMade, Math.random());
      },
    },
    ...(name === "email" && emailRps > 0 ? { limiter: { max: emailRps, duration: 1_000 } } : {}),
  };
}
