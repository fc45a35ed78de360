import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { Action } from "../../../lib/use-action.ts";
import { OtherSubscriptions } from "./other-subscriptions.tsx";
import { SubscriptionItems } from "./subscription-items.tsx";
import { SubscriptionNotices } from "./subscription-notices.tsx";

export function SubscriptionDetailsList({
  subscription,
  details,
  isChangeable,
  action,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  isChangeable: boolean;
  action: Action;
  onChanged: () => Promise<unknown>;
}) {
  // Items and discounts no longer apply to an ended subscription.
  if (!isOpen(subscription.subscription_status)) return null;
  return (
    <>
      {details !== null && <SubscriptionItems details={details} isChangeable={isChangeable} />}
      <SubscriptionNotices
        subscription={subscription}
        details={details}
        action={action}
        onChanged={onChanged}
      />
      {details !== null && <OtherSubscriptions others={details.others} />}
    </>
  );
}
