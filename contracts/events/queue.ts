import { z } from "zod";

/** The events queue, shared by the edge and the worker. */
export const EVENTS_QUEUE = "events";

/** Braces are a Redis Cluster hash tag: all keys of the queue in one slot. */
export const DEFAULT_QUEUE_PREFIX = "{tidepost}";

/** The whole payload of a job. The queue holds no personal data, and losing it loses nothing. */
export const EventJob = z.strictObject({
  eventId: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
});
export type EventJob = z.infer<typeof EventJob>;

/** Name of the workers' backoff strategy: BullMQ's exponential one has no cap. */
export const CAPPED_BACKOFF = "capped";

/**
 * 24 attempts under the capped backoff are about two hours, longer than an ordinary outage of
 * Resend or Stripe. Failed jobs stay for display only; `event_effects` decides.
 */
export const JOB_OPTIONS = {
  attempts: 24,
  backoff: { type: CAPPED_BACKOFF },
  removeOnFail: { age: 30 * 86_400, count: 10_000 },
  sizeLimit: 4_096,
} as const;
