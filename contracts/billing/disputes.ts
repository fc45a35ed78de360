import type { DisputeStatus } from "./stripe-state.ts";

export const AWAITING_EVIDENCE: readonly DisputeStatus[] = [
  "warning_needs_response",
  "needs_response",
  "appeal_needs_response",
];

const OPEN: ReadonlySet<DisputeStatus> = new Set<DisputeStatus>([
  ...AWAITING_EVIDENCE,
  "warning_under_review",
  "under_review",
  "appeal_under_review",
  "unknown",
]);

/** Combines the disputes of an order into the one state that the customer sees. */
export function orderDispute(statuses: readonly DisputeStatus[]): "open" | "lost" | null {
  if (statuses.some((status) => OPEN.has(status))) return "open";
  return statuses.includes("lost") ? "lost" : null;
}
