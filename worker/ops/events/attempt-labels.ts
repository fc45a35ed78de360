import type { AttemptOutcome } from "#db/schema/events.ts";

export const ATTEMPT_LABELS: Readonly<
  Record<AttemptOutcome, { label: string; status: "done" | "dead" | "pending" }>
> = {
  completed: { label: "done", status: "done" },
  failed: { label: "failed, to be retried", status: "dead" },
  dead: { label: "failed", status: "dead" },
  deferred: { label: "put off", status: "pending" },
};
