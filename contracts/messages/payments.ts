import type { SubscriptionDetails } from "../api/subscription-details.ts";
import type { HandChange } from "../billing/plan-change.ts";
import type { Collection } from "../billing/upcoming-payments.ts";
import { COMPANY } from "../company.ts";

/** Why the site does not change a plan, without the full stop. */
export const HAND_CHANGE_TEXTS: Readonly<Record<HandChange, string>> = {
  paused: "Your payments are paused. Please contact us to change your plan",
  invoiced: "You pay by invoice. Please contact us to change your plan",
  by_hand: "We change your plan by hand. Please contact us",
};

/**
 * Says why the sums to come are not taken as usual; null when they are.
 *
 * @param pausedUntil the day, as it is shown
 */
export function collectionText(
  collection: Collection,
  { pausedUntil, isInvoiced }: { pausedUntil: string | null; isInvoiced: boolean },
): string | null {
  switch (collection) {
    case "usual":
      return isInvoiced
        ? "You pay by invoice: we send you one for each payment, and nothing is taken from a card."
        : null;
    case "paused":
      return pausedUntil === null
        ? "Payments are paused. Nothing is taken until we start them again."
        : `Payments are paused until ${pausedUntil}. Nothing is taken until then.`;
    case "unknown":
      return `This subscription was set up by hand. Please ask us about its payments: ${COMPANY.email}.`;
  }
}

/** Says how often the next sum is taken: `a month`, `a year`, `every 3 months`; empty for several cadences, and before an end. */
export function cadenceText({
  cadence,
  ends_at: endsAt,
}: Pick<SubscriptionDetails, "cadence" | "ends_at">): string {
  if (cadence === null || endsAt !== null) return "";
  const { interval, count } = cadence;
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
}
