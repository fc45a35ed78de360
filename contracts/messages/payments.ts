import type { Cadence, Collection } from "../billing/upcoming-payments.ts";
import { COMPANY } from "../company.ts";

/**
 * Says why the sums to come are not the usual ones; null when they are.
 *
 * @param pausedUntil the day, as it is shown
 */
export function collectionText(collection: Collection, pausedUntil: string | null): string | null {
  switch (collection) {
    case "usual":
      return null;
    case "paused":
      return pausedUntil === null
        ? "Payments are paused. Nothing is taken until we start them again."
        : `Payments are paused until ${pausedUntil}. Nothing is taken until then.`;
    case "unknown":
      return `This subscription was set up by hand. Please ask us about its payments: ${COMPANY.email}.`;
  }
}

/** Says how often a sum is taken: `a month`, `a year`, `every 3 months`; empty for several cadences. */
export function cadenceText(cadence: Cadence | null): string {
  if (cadence === null) return "";
  const { interval, count } = cadence;
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
}
