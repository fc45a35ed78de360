import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { collectionText } from "#contracts/messages/payments.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";

/** Says why the sums to come are not the usual ones; null when they are. */
export function collectionNote({
  collection,
  paused_until: until,
  is_invoiced: isInvoiced,
}: Pick<SubscriptionDetails, "collection" | "paused_until" | "is_invoiced">): string | null {
  return collectionText(collection, {
    pausedUntil: until === null ? null : formatLongDay(isoOf(until)),
    isInvoiced,
  });
}
