import type { DisputeStatus } from "./stripe-state.ts";

const OPEN: ReadonlySet<DisputeStatus> = new Set<DisputeStatus>([
  "warning_needs_response",
  "warning_under_review",
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
]);

/** Combines the disputes of an order into the one state that the customer sees. A payment may have several. */
export function orderDispute(statuses: readonly DisputeStatus[]): "open" | "lost" | null {
  if (statuses.some((status) => OPEN.has(status))) return "open";
  return statuses.includes("lost") ? "lost" : null;
}

export function awaitsEvidence(status: DisputeStatus): boolean {
  return status.endsWith("needs_response");
}
