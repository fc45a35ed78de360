import { subscriptionCancelled } from "../tracking/events.ts";
import { type Reporting, reportOnce } from "../tracking/report-once.ts";

const REPORTED = "cancellationReported:";

/** @param cancelled.endsAt seconds since the epoch */
export function reportCancellation(
  cancelled: { subscriptionId: string; endsAt: number },
  reporting: Reporting,
): void {
  const id = `${cancelled.subscriptionId}-${cancelled.endsAt}`;
  reportOnce(`${REPORTED}${id}`, subscriptionCancelled(`cancellation-${id}`), reporting);
}
