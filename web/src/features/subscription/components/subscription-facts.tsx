import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { Submission } from "../../account/use-submission.ts";
import { SubscriptionItems } from "./subscription-items.tsx";
import { SubscriptionNotices } from "./notices.tsx";

/**
 * What is known of a subscription beyond its plan: what it is made of, and what is about to become of it.
 *
 * @param details null while they are not known
 * @param isChangeable whether add-ons can be removed just now
 * @param onChanged reads everything anew
 */
export function SubscriptionDetailsList({
  subscription,
  details,
  isChangeable,
  submission,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  isChangeable: boolean;
  submission: Submission;
  onChanged: () => Promise<unknown>;
}) {
  // What it was made of and what was taken off is no longer true of one that is over.
  if (!isOpen(subscription.subscription_status)) return null;
  return (
    <>
      {details !== null && <SubscriptionItems details={details} isChangeable={isChangeable} />}
      <SubscriptionNotices
        subscription={subscription}
        details={details}
        submission={submission}
        onChanged={onChanged}
      />
    </>
  );
}
