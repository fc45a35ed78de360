import * as z from "zod";

export const EVENTS_QUEUE = "events";

/** Braces are a Redis Cluster hash tag: one slot for all keys. */
export const DEFAULT_QUEUE_PREFIX = "{tidepost}";

export const EventJob = z.strictObject({
  eventId: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
});
export type EventJob = z.infer<typeof EventJob>;

/** A strategy of our own: BullMQ's exponential one has no cap. */
export const CAPPED_BACKOFF = "capped";

/** 24 attempts take about two hours, longer than an ordinary outage of Resend or Stripe. */
export const JOB_OPTIONS = {
  attempts: 24,
  backoff: { type: CAPPED_BACKOFF },
  removeOnFail: { age: 30 * 86_400, count: 10_000 },
  sizeLimit: 4_096,
} as const;
