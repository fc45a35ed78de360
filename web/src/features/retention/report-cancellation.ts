import type { PixelEvent } from "../tracking/events.ts";
import { subscriptionCancelled } from "../tracking/events.ts";

const REPORTED = "cancellationReported:";

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem"> | null;

/**
 * Reports a cancellation to the advertiser, once for each in this browser. Subscription and end name the event as well, so
 * that the advertiser counts it once where the browser forgets.
 *
 * @param cancelled.endsAt seconds since the epoch
 * @param deps.mayReport whether the visitor has consented; without it nothing is kept either
 */
export function reportCancellation(
  cancelled: { subscriptionId: string; endsAt: number },
  deps: { storage: Store; mayReport: () => boolean; track: (event: PixelEvent) => void },
): void {
  if (!deps.mayReport()) return;
  const id = `${cancelled.subscriptionId}-${cancelled.endsAt}`;
  if (deps.storage?.getItem(REPORTED + id) != null) return;
  deps.storage?.setItem(REPORTED + id, "1");
  deps.track(subscriptionCancelled(`cancellation-${id}`));
}
