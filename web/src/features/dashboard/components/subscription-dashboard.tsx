import type { User } from "@supabase/auth-js";
import { lazy, Suspense } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { type Action, note, success, useAction } from "../../../lib/use-action.ts";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { DashboardFrame } from "../../dashboard-cards/dashboard-frame.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { LoadError } from "../../subscription/components/load-error.tsx";
import { SubscriptionSkeleton } from "../../subscription/components/subscription-skeleton.tsx";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { isEndingWithoutPeriod } from "../../subscription/is-cancelled-now.ts";
import {
  hasSubscription,
  isPaymentDue,
  subscriptionStatusOf,
} from "../../subscription/subscription-status.ts";
import { firstName } from "../user-name.ts";
import { CurrentSubscription } from "./current-subscription.tsx";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";
import { FlashNote } from "./flash-note.tsx";
import { NoSubscription } from "./no-subscription.tsx";

const RefundForm = lazy(async () => ({ default: (await import("./refund-form.tsx")).RefundForm }));

const OrderHistory = lazy(async () => ({
  default: (await import("./order-history.tsx")).OrderHistory,
}));

const ServiceCards = lazy(async () => ({
  default: (await import("./service-cards.tsx")).ServiceCards,
}));

const BriefCard = lazy(async () => ({ default: (await import("./brief-card.tsx")).BriefCard }));

const PastDueBanner = lazy(async () => ({
  default: (await import("./past-due-banner.tsx")).PastDueBanner,
}));

const UnclaimedPurchases = lazy(async () => ({
  default: (await import("./unclaimed-purchases.tsx")).UnclaimedPurchases,
}));

export function SubscriptionDashboard({ user }: { user: User }) {
  const name = firstName(user);
  const { refresh: readAgain, ...queries } = useSubscription(user.id);
  const { data: subscription, error } = queries.subscription;
  const { data: orders } = queries.orders;
  const details = detailsOf(queries.details.data, subscription);
  const action = useAction();

  function refresh(): void {
    void action.run(async () => {
      const fresh = await readAgain();
      return hasSubscription(subscriptionStatusOf(fresh))
        ? success(DASHBOARD_MESSAGES.refreshed)
        : note(DASHBOARD_MESSAGES.noneFound);
    }, apiErrors(DASHBOARD_MESSAGES.refreshFailed));
  }

  async function onChanged(): Promise<void> {
    await readAgain();
    // The pressed button is gone, so the focus moves to the subscription.
    document.getElementById("subscription")?.focus();
  }

  return (
    <>
      <PageHead
        title={name === null ? "Welcome back." : `Welcome back, ${name}.`}
        lead="Your plan, your orders and the next report, on one page."
      />
      <DashboardFrame
        main={
          <>
            <div>
              <FlashNote />
              <OutcomeNote outcome={action.outcome} />
              <Suspense>
                <UnclaimedPurchases user={user} onClaimed={onChanged} />
              </Suspense>
              {error !== undefined && (
                <LoadError
                  text={DASHBOARD_MESSAGES.loadFailed}
                  onRetry={() => void queries.subscription.mutate()}
                />
              )}
              {error === undefined && subscription === undefined && <SubscriptionSkeleton />}
              {subscription !== undefined && (
                <Subscription
                  subscription={subscription}
                  details={details}
                  action={action}
                  onRefresh={refresh}
                  onPaid={readAgain}
                  onChanged={onChanged}
                />
              )}
              {error === undefined && queries.details.error !== undefined && (
                <LoadError
                  text={DASHBOARD_MESSAGES.detailsFailed}
                  onRetry={() => void queries.details.mutate()}
                />
              )}
            </div>
            {subscription !== undefined && (
              <Suspense>
                <BriefCard user={user} />
                <ServiceCards
                  user={user}
                  statusView={subscriptionStatusOf(subscription, details)}
                  details={details}
                  action={action}
                />
              </Suspense>
            )}
            {details !== null && details.guarantee.state !== "unavailable" && (
              <Suspense>
                <RefundForm details={details} onAsked={readAgain} />
              </Suspense>
            )}
            <Suspense>
              <OrderHistory
                orders={orders}
                hasFailed={queries.orders.error !== undefined}
                onRetry={() => void queries.orders.mutate()}
              />
            </Suspense>
          </>
        }
        side={<DashboardSidebar user={user} subscription={subscription} orders={orders} />}
      />
    </>
  );
}

/** Details only if they belong to the same subscription as the row. */
function detailsOf(
  details: SubscriptionDetails | null | undefined,
  subscription: UserSubscription | null | undefined,
): SubscriptionDetails | null {
  return details != null && details.subscription_id === subscription?.subscription_id
    ? details
    : null;
}

function Subscription({
  subscription,
  details,
  action,
  onRefresh,
  onPaid,
  onChanged,
}: {
  subscription: UserSubscription | null;
  details: SubscriptionDetails | null;
  action: Action;
  onRefresh: () => void;
  onPaid: () => Promise<unknown>;
  onChanged: () => Promise<unknown>;
}) {
  const statusView = subscriptionStatusOf(subscription);
  if (subscription === null || !hasSubscription(statusView)) {
    return <NoSubscription busy={action.isRunning} onRefresh={onRefresh} />;
  }
  return (
    <>
      {isPaymentDue(statusView) && !isEndingWithoutPeriod(subscription, details) && (
        <Suspense>
          <PastDueBanner
            subscription={subscription}
            details={details}
            action={action}
            onPaid={onPaid}
          />
        </Suspense>
      )}
      <CurrentSubscription
        subscription={subscription}
        details={details}
        action={action}
        onRefresh={onRefresh}
        onChanged={onChanged}
      />
    </>
  );
}
