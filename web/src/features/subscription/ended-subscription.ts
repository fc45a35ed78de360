import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";

type Ended = Pick<
  SubscriptionDetails,
  "subscription_status" | "ends_at" | "has_left_owing" | "guarantee"
>;

export function describeEnd(details: Ended | null): string {
  if (details === null) return "This subscription has ended.";
  if (details.subscription_status === "incomplete_expired") {
    return "This subscription never started, because your bank declined the first payment. Nothing was taken.";
  }
  const ended = `This subscription ended${details.ends_at === null ? "" : ` on ${formatLongDay(isoOf(details.ends_at))}`}`;
  if (details.has_left_owing) {
    return `${ended}. The last payment didn’t reach us, and you no longer owe it.`;
  }
  if (isRefunded(details)) return `${ended} under the money-back guarantee.`;
  return `${ended}, because it was cancelled. You won’t be charged again.`;
}

function isRefunded({ guarantee: { state } }: Pick<Ended, "guarantee">): boolean {
  return state === "approved" || state === "refunded";
}
