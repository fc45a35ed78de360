import { lazy, Suspense, useEffect, useRef } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { BillingLine, SubscriptionCard } from "../../dashboard-cards/subscription-card.tsx";
import { openStripePage } from "../../subscription/api/open-stripe-page.ts";
import { isEndingWithoutPeriod } from "../../subscription/is-cancelled-now.ts";
import {
  badgeOf,
  isChangeable,
  isRunning,
  subscriptionStatusOf,
} from "../../subscription/subscription-status.ts";
import { cardName } from "../card-name.ts";
import { ManageSubscription } from "./manage-subscription.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const SubscriptionDetailsList = lazy(async () => ({
  default: (await import("./subscription-details-list.tsx")).SubscriptionDetailsList,
}));

export function CurrentSubscription({
  subscription,
  details,
  action,
  onRefresh,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  action: Action;
  onRefresh: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const statusView = subscriptionStatusOf(subscription, details);
  const plan = planOf(subscription.price_id);
  return (
    <div>
      <SubscriptionCard
        plan={plan?.name ?? "Your plan"}
        pricePence={plan?.pricePence ?? null}
        badge={badgeOf(statusView)}
      >
        <Suspense>
          <SubscriptionDetailsList
            subscription={subscription}
            details={details}
            isChangeable={isChangeable(statusView)}
            action={action}
            onChanged={onChanged}
          />
        </Suspense>
        <Billing
          subscription={subscription}
          isEnding={statusView.isEnding}
          isNow={isEndingWithoutPeriod(subscription, details)}
        />
        <StripePages
          // While a payment is due the banner offers it.
          canChangeCard={isRunning(statusView) && !isEndingWithoutPeriod(subscription, details)}
          action={action}
        />
        <RefreshButton busy={action.isRunning} onRefresh={onRefresh} />
      </SubscriptionCard>
      <ManageSubscription subscription={subscription} statusView={statusView} action={action} />
    </div>
  );
}

function periodEnd({ current_period_end: end }: UserSubscription): string | null {
  return end === null ? null : formatDay(isoOf(end));
}

function Billing({
  subscription,
  isEnding,
  isNow,
}: {
  subscription: UserSubscription;
  isEnding: boolean;
  isNow: boolean;
}) {
  const end = periodEnd(subscription);
  const card = cardName(subscription.payment_method_brand, subscription.payment_method_last4);
  if (!isOpen(subscription.subscription_status))
    return <BillingLine>This subscription has ended.</BillingLine>;
  if (isNow) return <BillingLine>This subscription ends now.</BillingLine>;
  if (isEnding) {
    return <BillingLine>Paid until {end ?? "the end of the period"}.</BillingLine>;
  }
  return (
    <BillingLine>
      Next billing date {end ?? "Processing..."}
      {card !== null && `, charged to ${card}`}
    </BillingLine>
  );
}

/** A mail links to `#card`, which exists only after the subscription is read. */
function StripePages({ canChangeCard, action }: { canChangeCard: boolean; action: Action }) {
  const cardRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (window.location.hash === "#card") cardRef.current?.focus();
  }, []);
  return (
    <div className="customer-ways">
      {canChangeCard && (
        <Button
          id="card"
          ref={cardRef}
          variant="secondary"
          disabled={action.isRunning}
          onClick={() => void openStripePage(action, "card")}
        >
          Change card
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={action.isRunning}
        onClick={() => void openStripePage(action, "invoices")}
      >
        Invoices and receipts
      </Button>
    </div>
  );
}
