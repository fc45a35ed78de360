import { isOpen } from "#contracts/billing/subscription-status.ts";
import { fetchDetails } from "../subscription/api/fetch-details.ts";

/** False when it cannot be read: the server refuses to erase the account, too. */
export async function isSubscriptionRunning(): Promise<boolean> {
  try {
    const details = await fetchDetails();
    return details !== null && isOpen(details.subscription_status) && details.ends_at === null;
  } catch {
    return false;
  }
}
