import { z } from "zod";

/** The queue of domain events: what its publishers at the edge and in the worker must agree on. */
export const EVENTS_QUEUE = "events";

/** Braces keep all of a queue's keys in one slot of a clustered Redis. */
export const DEFAULT_QUEUE_PREFIX = "{tidepost}";

/**
 * What travels through the queue for an event. Never more than this: the queue and its dashboard hold no
 * personal data, and losing the queue loses nothing.
 */
export const EventJob = z.strictObject({
  eventId: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
});
export type EventJob = z.infer<typeof EventJob>;

/** The name of the workers' own backoff, capped where BullMQ's exponential one is not. */
export const CAPPED_BACKOFF = "capped";

/**
 * Options of every job. 24 attempts under the capped backoff are about two hours of retries, longer than an
 * ordinary provider outage. Failed jobs stay only to be looked at: the ledger in Postgres is what counts.
 */
export const JOB_OPTIONS = {
  attempts: 24,
  backoff: { type: CAPPED_BACKOFF },
  removeOnFail: { age: 30 * 86_400, count: 10_000 },
  sizeLimit: 4_096,
} as const;
