import type { User } from "@supabase/auth-js";
import { useState } from "react";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { DASHBOARD_MESSAGES } from "#contracts/dashboard-messages.ts";
import { nextReport } from "#contracts/report-date.ts";
import { AFTER_PAYMENT } from "../../content/promises.ts";
import { SUPPORT } from "../../content/support.ts";
import { OutcomeNote } from "../../features/account/outcome-note.tsx";
import { firstName } from "../../features/account/person.ts";
import {
  note,
  type Submission,
  success,
  useSubmission,
} from "../../features/account/use-submission.ts";
import { planChange } from "../../features/customer/plan-changes.ts";
import {
  areAddonsOffered,
  hasAccountManager,
  hasSubscription,
  isServed,
  isUpgradePromoted,
  owesPayment,
  type Standing,
  standingOf,
} from "../../features/customer/standing.ts";
import { useOwn } from "../../features/customer/use-own.ts";
import { useBackendConfigured } from "../../lib/use-site-config.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/link.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { AccountManagerCard } from "../dashboard/account-manager-card.tsx";
import { AddonsCard } from "../dashboard/addons-card.tsx";
import { CardPair, DashboardFrame } from "../dashboard/frame.tsx";
import { ReportCard } from "../dashboard/report-card.tsx";
import { UpgradeCard } from "../dashboard/upgrade-card.tsx";
import { NoSubscription } from "./no-subscription.tsx";
import { OwingBanner } from "./owing-banner.tsx";
import { OwnOrders } from "./own-orders.tsx";
import { OwnSidebar } from "./own-sidebar.tsx";
import { changePlan, OwnSubscription } from "./own-subscription.tsx";
import { Problem } from "./problem.tsx";

/** The dashboard of whoever is signed in. */
export function OwnDashboard({ user }: { user: User }) {
  const name = firstName(user);
  const own = useOwn(user.id);
  const { data: subscription, error: failure } = own.subscription;
  const { data: orders, error: ordersFailure } = own.orders;
  const submission = useSubmission();

  function refresh(): void {
    void submission.run(async () => {
      const fresh = await own.refresh();
      return hasSubscription(standingOf(fresh))
        ? success(DASHBOARD_MESSAGES.refreshed)
        : note(DASHBOARD_MESSAGES.noneFound);
    }, DASHBOARD_MESSAGES.refreshFailed);
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
              <OutcomeNote outcome={submission.outcome} />
              {failure !== undefined && (
                <Problem
                  text={DASHBOARD_MESSAGES.loadFailed}
                  onRetry={() => void own.subscription.mutate()}
                />
              )}
              {failure === undefined && subscription === undefined && <Skeleton />}
              {subscription !== undefined && (
                <Subscription
                  subscription={subscription}
                  submission={submission}
                  onRefresh={refresh}
                />
              )}
            </div>
            {subscription !== undefined && (
              <Cards user={user} standing={standingOf(subscription)} submission={submission} />
            )}
            <OwnOrders
              orders={orders}
              hasFailed={ordersFailure !== undefined}
              onRetry={() => void own.orders.mutate()}
            />
          </>
        }
        side={<OwnSidebar user={user} subscription={subscription} orders={orders} />}
      />
    </>
  );
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
  submission,
  onRefresh,
}: {
  subscription: UserSubscription | null;
  submission: Submission;
  onRefresh: () => void;
}) {
  const standing = standingOf(subscription);
  if (subscription === null || !hasSubscription(standing)) {
    return <NoSubscription busy={submission.busy} onRefresh={onRefresh} />;
  }
  return (
    <>
      {owesPayment(standing) && (
        <OwingBanner status={subscription.subscription_status} submission={submission} />
      )}
      <OwnSubscription subscription={subscription} submission={submission} onRefresh={onRefresh} />
    </>
  );
}

/** What stands between the subscription and the orders, for those whom it concerns. */
function Cards({
  user,
  standing,
  submission,
}: {
  user: User;
  standing: Standing;
  submission: Submission;
}) {
  const isConfigured = useBackendConfigured();
  const upgrade = planChange(standing, "upgrade").to;
  return (
    <>
      {isServed(standing) && (
        <CardPair>
          {hasAccountManager(standing) && <Manager />}
          <Report since={user.created_at} />
        </CardPair>
      )}
      {isUpgradePromoted(standing) && upgrade !== null && (
        <UpgradeCard
          action={
            <Button
              disabled={submission.busy}
              onClick={() =>
                changePlan(submission, upgrade, "upgrade", DASHBOARD_MESSAGES.upgradeFailed)
              }
            >
              Upgrade to Plus
            </Button>
          }
        />
      )}
      {areAddonsOffered(standing, isConfigured) && (
        <AddonsCard
          renderAction={({ id, name }) => (
            <ButtonLink
              href={`${paths.checkout}?addon=${id}`}
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

/** @param since ISO 8601, when the account was made */
function Report({ since }: { since: string }) {
  const [now] = useState(() => new Date().toISOString());
  const report = nextReport(since, now, AFTER_PAYMENT.reportEveryDays);
  return <ReportCard {...report} />;
}
