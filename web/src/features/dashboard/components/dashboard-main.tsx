import type { User } from "@supabase/auth-js";
import type { ReactNode } from "react";
import useSWR from "swr";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { note, success, useAction } from "../../../lib/use-action.ts";
import { LoadError } from "../../../ui/load-error.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { part } from "../../../ui/part.tsx";
import { fetchBrief } from "../../brief/api/brief.ts";
import { fetchCalendar } from "../../calendar/api/calendar.ts";
import { groupPosts } from "../../calendar/group-posts.ts";
import { apiErrors } from "../../session/api-errors.ts";
import type { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { hasEverSubscribed, statusViewOf } from "../../subscription/subscription-status.ts";
import { DashboardContext } from "../dashboard-context.ts";
import { dashboardViewOf, isBriefDue, type MainAction } from "../dashboard-view.ts";
import { BriefCard } from "./brief-card.tsx";
import { CurrentSubscription } from "./current-subscription.tsx";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";
import { FlashNote } from "./flash-note.tsx";
import { NoSubscription } from "./no-subscription.tsx";
import { OfferCards } from "./offer-cards.tsx";
import { OrderHistory } from "./order-history.tsx";
import { RefundCard } from "./refund-card.tsx";
import { PromisesCard, ServiceCards } from "./service-cards.tsx";
import { Ending } from "./subscription-notices.tsx";
import { UnclaimedPurchases, useUnclaimedPurchases } from "./unclaimed-purchases.tsx";
import { WaitingCard } from "./waiting-card.tsx";
import { WeekStrip } from "./week-strip.tsx";

const PastDueBanner = part(async () => (await import("./past-due-banner.tsx")).PastDueBanner);

const UnreachableNotice = part(
  async () => (await import("../../account/components/unreachable-notice.tsx")).UnreachableNotice,
  null,
);

const OPTIONS = { revalidateOnFocus: false } as const;

type DashboardMainProps = {
  user: User;
  /** Milliseconds since the epoch. */
  now: number;
  queries: ReturnType<typeof useSubscription>;
  /** It stands there until everything is read. */
  skeleton: ReactNode;
};

/** Draws all cards at once, so that none moves another while its data is read. */
export function DashboardMain({ user, now, queries, skeleton }: DashboardMainProps) {
  const { refresh: readAgain } = queries;
  const { data: subscription, error } = queries.subscription;
  const details = detailsOf(queries.details.data, subscription);
  const calendar = useSWR(["calendar", user.id], fetchCalendar, OPTIONS);
  const brief = useSWR(["brief", user.id], fetchBrief, OPTIONS);
  const unclaimed = useUnclaimedPurchases(user);
  const action = useAction();
  const read = [queries.subscription, queries.details, queries.orders, calendar, brief];
  if (read.some((query) => query.data === undefined && query.error === undefined)) {
    return skeleton;
  }

  function readFailed(): void {
    for (const query of read) if (query.error !== undefined) void query.mutate();
  }

  function refresh(): void {
    void action.run(apiErrors(DASHBOARD_MESSAGES.refreshFailed), async () => {
      const fresh = await readAgain();
      return hasEverSubscribed(statusViewOf(fresh))
        ? success(DASHBOARD_MESSAGES.refreshed)
        : note(DASHBOARD_MESSAGES.noneFound);
    });
  }

  async function onChanged(): Promise<void> {
    await readAgain();
    // The pressed button is gone, so the focus moves to the subscription.
    document.getElementById("subscription")?.focus();
  }

  const posts = calendar.data?.posts;
  const {
    statusView,
    isUndeliverable,
    isPastDueShown,
    isEndingShown,
    isBriefFirst,
    hasContent,
    main,
  } = dashboardViewOf({
    subscription,
    details,
    posts,
    brief: brief.data,
    unclaimed: unclaimed.data,
  });
  const briefCard = isBriefDue(brief.data) && <BriefCard brief={brief.data} />;
  const waiting = groupPosts(posts ?? [], now).waiting;
  const week = hasContent && (
    <div>
      {posts === undefined ? (
        <LoadError text={CALENDAR_MESSAGES.loadFailed} onRetry={readFailed} />
      ) : (
        <WeekStrip posts={posts} />
      )}
    </div>
  );
  const billing = (
    <>
      <UnclaimedPurchases />
      {error !== undefined && (
        <LoadError text={DASHBOARD_MESSAGES.loadFailed} shape="card" onRetry={readFailed} />
      )}
      {subscription !== undefined &&
        (subscription !== null && hasEverSubscribed(statusView) ? (
          <CurrentSubscription subscription={subscription} onRefresh={refresh} />
        ) : (
          <NoSubscription onRefresh={refresh} />
        ))}
      {error === undefined && queries.details.error !== undefined && (
        <LoadError text={DASHBOARD_MESSAGES.detailsFailed} onRetry={readFailed} />
      )}
    </>
  );
  const variantOf = (waits: MainAction) => (waits === main ? "primary" : "secondary");
  return (
    <DashboardContext
      value={{ user, now, statusView, details, variantOf, action, readAgain, onChanged }}
    >
      <div className="page-width grid grid-cols-1 items-start gap-x-10 gap-y-10 pb-(--section) sm:gap-y-12 lg:grid-cols-12">
        <div className="grid grid-cols-1 gap-y-10 sm:gap-y-12 lg:col-span-8">
          <div>
            <FlashNote />
            <OutcomeNote outcome={action.outcome} />
            {isUndeliverable && <UnreachableNotice user={user} />}
            {subscription != null && isPastDueShown && (
              <PastDueBanner
                subscription={subscription}
                details={details}
                isMain={main === "pay"}
                action={action}
                onPaid={readAgain}
              />
            )}
            {subscription != null && isEndingShown && <Ending subscription={subscription} />}
            {!hasContent && <div className="mb-6 last:mb-0">{billing}</div>}
            {isBriefFirst && briefCard}
            {waiting.length > 0 && <WaitingCard waiting={waiting} />}
            {!isBriefFirst && waiting.length === 0 && week}
          </div>
          {(isBriefFirst || waiting.length > 0) && week}
          {!isBriefFirst && briefCard}
          {details !== null && <PromisesCard promises={details.promises} />}
          {hasContent && <div>{billing}</div>}
          {subscription !== undefined && <OfferCards />}
          {details !== null && <RefundCard details={details} />}
          <OrderHistory
            orders={queries.orders.data}
            hasFailed={queries.orders.error !== undefined}
            onRetry={readFailed}
          />
        </div>
        <div className="grid gap-10 md:grid-cols-2 lg:sticky lg:top-28 lg:col-span-4 lg:grid-cols-1">
          {subscription !== undefined && <ServiceCards />}
          <DashboardSidebar subscription={subscription} orders={queries.orders.data} />
        </div>
      </div>
    </DashboardContext>
  );
}

function detailsOf(
  details: SubscriptionDetails | null | undefined,
  subscription: UserSubscription | null | undefined,
): SubscriptionDetails | null {
  return details != null && details.subscription_id === subscription?.subscription_id
    ? details
    : null;
}
