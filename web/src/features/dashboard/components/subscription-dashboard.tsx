import type { User } from "@supabase/auth-js";
import { lazy, Suspense, useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { ADDONS } from "#contracts/catalogue.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { nextReport } from "#contracts/billing/report-date.ts";
import { AFTER_PAYMENT } from "../../../content/promises.ts";
import { SUPPORT } from "../../../content/support.ts";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { firstName } from "../user-name.ts";
import { note, type Action, success, useAction } from "../../../lib/use-action.ts";
import { planChangeUrl } from "../../plan-change/plan-change-url.ts";
import { planChangeTarget } from "../../plan-change/plan-change-target.ts";
import {
  areAddonsOffered,
  hasAccountManager,
  hasSubscription,
  isServiceActive,
  isUpgradePromoted,
  isPaymentDue,
  type SubscriptionStatusView,
  subscriptionStatusOf,
} from "../../subscription/subscription-status.ts";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { isEndingWithoutPeriod } from "../../subscription/is-cancelled-now.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { usePaymentConfigured } from "../../../lib/use-site-config.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ExternalLink } from "../../../ui/link.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { AccountManagerCard } from "../../dashboard-cards/account-manager-card.tsx";
import { AddonsCard } from "../../dashboard-cards/addons-card.tsx";
import { CardPair, DashboardFrame } from "../../dashboard-cards/dashboard-frame.tsx";
import { ReportCard } from "../../dashboard-cards/report-card.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { FlashNote } from "./flash-note.tsx";
import { NoSubscription } from "./no-subscription.tsx";
import { OrderHistory } from "./order-history.tsx";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";
import { changePlan, CurrentSubscription } from "./current-subscription.tsx";
import { LoadError } from "../../subscription/components/load-error.tsx";

const RefundForm = lazy(async () => {
  const { RefundForm: card } = await import("./refund-form.tsx");
  return { default: card };
});

const PastDueBanner = lazy(async () => {
  const { PastDueBanner: banner } = await import("./past-due-banner.tsx");
  return { default: banner };
});

export function SubscriptionDashboard({ user }: { user: User }) {
  const name = firstName(user);
  const own = useSubscription(user.id);
  const { data: subscription, error: failure } = own.subscription;
  const { data: orders, error: ordersFailure } = own.orders;
  const details = detailsOf(own.details.data, subscription);
  const action = useAction();

  function refresh(): void {
    void action.run(async () => {
      const fresh = await own.refresh();
      return hasSubscription(subscriptionStatusOf(fresh))
        ? success(DASHBOARD_MESSAGES.refreshed)
        : note(DASHBOARD_MESSAGES.noneFound);
    }, apiErrors(DASHBOARD_MESSAGES.refreshFailed));
  }

  async function onChanged(): Promise<void> {
    await own.refresh();
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
              {failure !== undefined && (
                <LoadError
                  text={DASHBOARD_MESSAGES.loadFailed}
                  onRetry={() => void own.subscription.mutate()}
                />
              )}
              {failure === undefined && subscription === undefined && <Skeleton />}
              {subscription !== undefined && (
                <Subscription
                  subscription={subscription}
                  details={details}
                  action={action}
                  onRefresh={refresh}
                  onPaid={() => own.refresh()}
                  onChanged={onChanged}
                />
              )}
              {failure === undefined && own.details.error !== undefined && (
                <LoadError
                  text={DASHBOARD_MESSAGES.detailsFailed}
                  onRetry={() => void own.details.mutate()}
                />
              )}
            </div>
            {subscription !== undefined && (
              <Cards
                user={user}
                statusView={subscriptionStatusOf(subscription, details)}
                details={details}
                action={action}
              />
            )}
            {details !== null && details.guarantee.state !== "unavailable" && (
              <Suspense>
                <RefundForm details={details} onAsked={() => own.refresh()} />
              </Suspense>
            )}
            <OrderHistory
              orders={orders}
              hasFailed={ordersFailure !== undefined}
              onRetry={() => void own.orders.mutate()}
            />
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

function Skeleton() {
  return (
    <output>
      <span className="sr-only">Loading your subscription</span>
      <span aria-hidden="true" className="block skeleton skeleton-card" />
    </output>
  );
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
          <PastDueBanner subscription={subscription} action={action} onPaid={onPaid} />
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

function Cards({
  user,
  statusView,
  details,
  action,
}: {
  user: User;
  statusView: SubscriptionStatusView;
  details: SubscriptionDetails | null;
  action: Action;
}) {
  const canPay = usePaymentConfigured();
  const goTo = useGoTo();
  const addons = ADDONS.filter(({ priceId }) => !hasItem(details, priceId));
  const upgrade = planChangeTarget(statusView, "upgrade").to;
  return (
    <>
      {isServiceActive(statusView) && (
        <CardPair>
          {hasAccountManager(statusView) && <Manager />}
          <Report since={user.created_at} />
        </CardPair>
      )}
      {isUpgradePromoted(statusView) && upgrade !== null && (
        <UpgradeCard
          action={
            <Button
              disabled={action.isRunning}
              onClick={() => changePlan(action, goTo, upgrade, "upgrade")}
            >
              Upgrade to Plus
            </Button>
          }
        />
      )}
      {areAddonsOffered(statusView, canPay) && addons.length > 0 && (
        <AddonsCard
          addons={addons}
          renderAction={({ priceId, name }) => (
            <ButtonLink
              href={planChangeUrl({ add: [priceId] })}
              variant="quiet"
              className="mt-auto self-start"
            >
              Add to my package<span className="sr-only">: {name}</span>
            </ButtonLink>
          )}
        />
      )}
    </>
  );
}

function hasItem(details: SubscriptionDetails | null, priceId: string): boolean {
  return details !== null && details.items.some((item) => item.price_id === priceId);
}

function Manager() {
  return (
    <AccountManagerCard
      name="Your account manager"
      initials="T"
      hours={SUPPORT.hours}
      action={
        <ExternalLink
          href={SUPPORT.whatsApp}
          className="button button-secondary mt-auto self-start"
        >
          Message on WhatsApp
        </ExternalLink>
      }
    />
  );
}

/** @param since ISO 8601, creation of the account */
function Report({ since }: { since: string }) {
  const [now] = useState(() => new Date().toISOString());
  const report = nextReport(since, now, AFTER_PAYMENT.reportEveryDays);
  return <ReportCard {...report} />;
}
