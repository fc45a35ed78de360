import type { AttemptOutcome } from "#db/schema/events.ts";

export const ATTEMPT_LABELS: Readonly<
  Record<AttemptOutcome, { label: string; status: "completed" | "dead_lettered" | "pending" }>
> = {
  completed: { label: "completed", status: "completed" },
  failed: { label: "failed, to be retried", status: "dead_lettered" },
  dead_lettered: { label: "failed", status: "dead_lettered" },
  deferred: { label: "put off", status: "pending" },
};
