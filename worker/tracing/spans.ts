import type { EndedEvent } from "#db/events/complete-events.ts";
import type { StoredEvent } from "#db/events/stored-event.ts";
import type { AttemptOutcome } from "#db/schema/events.ts";

export type TracedEvent = Pick<
  StoredEvent,
  "id" | "type" | "correlationId" | "traceparent" | "occurredAt"
>;

export type TracedAttempt = {
  effect: string;
  /** From 1. */
  number: number;
};

/** Tells a collector what became of an event. Nothing waits for it, and nothing fails with it. */
export type Spans = {
  /** Publishing, which ended when the queue took the event, and dispatching. In milliseconds since 1970. */
  dispatched(event: TracedEvent, times: { queued: number; started: number; ended: number }): void;
  /** Runs an attempt; the HTTP requests that it makes become spans of it. */
  withinAttempt<T>(event: TracedEvent, attempt: TracedAttempt, run: () => Promise<T>): Promise<T>;
  attempted(
    event: TracedEvent,
    attempt: TracedAttempt & {
      worker: string;
      startedAt: string;
      tookMs: number;
      outcome: AttemptOutcome;
      /** Without personal data. */
      error: string | null;
    },
  ): void;
  ended(events: readonly EndedEvent[]): void;
  stop(): Promise<void>;
};

/** Without a collector. */
export const NO_SPANS: Spans = {
  dispatched: () => undefined,
  withinAttempt: (_event, _attempt, run) => run(),
  attempted: () => undefined,
  ended: () => undefined,
  stop: () => Promise.resolve(),
};
