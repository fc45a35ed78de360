import type { User } from "@supabase/auth-js";
import { lazy, Suspense } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { type Action, note, success, useAction } from "../../../lib/use-action.ts";
import { LoadError } from "../../../ui/load-error.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useBrief } from "../../brief/hooks/use-brief.ts";
import { useCalendar } from "../../calendar/hooks/use-calendar.ts";
import { apiErrors } from "../../session/api-errors.ts";
import type { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { hasEverSubscribed, statusViewOf } from "../../subscription/subscription-status.ts";
import { dashboardViewOf, isBriefDue } from "../dashboard-view.ts";
import { BriefCard } from "./brief-card.tsx";
import { CalendarCard } from "./calendar-card.tsx";
import { CurrentSubscription } from "./current-subscription.tsx";
import { FlashNote } from "./flash-note.tsx";
import { NoSubscription } from "./no-subscription.tsx";
import { OfferCards } from "./offer-cards.tsx";
import { OrderHistory } from "./order-history.tsx";
import { ServiceCards } from "./service-cards.tsx";
import { UnclaimedPurchases, useUnclaimedPurchases } from "./unclaimed-purchases.tsx";

const RefundForm = lazy(async () => ({ default: (await import("./refund-form.tsx")).RefundForm }));

const PastDueBanner = lazy(async () => ({
  default: (await import("./past-due-banner.tsx")).PastDueBanner,
}));

const UnreachableNotice = lazy(async () => ({
  default: (await import("../../account/components/unreachable-notice.tsx")).UnreachableNotice,
}));

const OPTIONS = { revalidateOnFocus: false } as const;

/** Draws all cards at once, so that none moves another while its data is read. */
export function DashboardMain({
  user,
  queries,
}: {
  user: User;
  queries: ReturnType<typeof useSubscription>;
}) {
  const { refresh: readAgain } = queries;
  const { data: subscription, error } = queries.subscription;
  const details = detailsOf(queries.details.data, subscription);
  const calendar = useCalendar(user.id, OPTIONS);
  const brief = useBrief(user.id, OPTIONS);
  const unclaimed = useUnclaimedPurchases(user);
  const action = useAction();
  const read = [queries.subscription, queries.details, queries.orders, calendar, brief];
  if (read.some((query) => query.data === undefined && query.error === undefined)) {
    return <Skeleton />;
  }

  function refresh(): void {
    void action.run(async () => {
      const fresh = await readAgain();
      return hasEverSubscribed(statusViewOf(fresh))
        ? success(DASHBOARD_MESSAGES.refreshed)
        : note(DASHBOARD_MESSAGES.noneFound);
    }, apiErrors(DASHBOARD_MESSAGES.refreshFailed));
  }

  async function onChanged(): Promise<void> {
    await readAgain();
    // The pressed button is gone, so the focus moves to the subscription.
    document.getElementById("subscription")?.focus();
  }

  const posts = calendar.data?.posts;
  const { statusView, isUndeliverable, isPastDueShown, isBriefFirst, hasContent, main } =
    dashboardViewOf({
      subscription,
      details,
      posts,
      brief: brief.data,
      unclaimed: unclaimed.data,
    });
  const briefCard = isBriefDue(brief.data) && (
    <BriefCard brief={brief.data} isMain={main === "brief"} />
  );
  const calendarCard = hasContent && (
    <CalendarCard
      posts={posts}
      isMain={main === "approve"}
      onRetry={() => void calendar.mutate()}
    />
  );
  const billing = (
    <>
      <UnclaimedPurchases user={user} isMain={main === "claim"} onClaimed={onChanged} />
      {error !== undefined && (
        <LoadError
          text={DASHBOARD_MESSAGES.loadFailed}
          onRetry={() => void queries.subscription.mutate()}
        />
      )}
      {subscription !== undefined && (
        <Subscription
          subscription={subscription}
          details={details}
          isPlanMain={main === "plan"}
          action={action}
          onRefresh={refresh}
          onChanged={onChanged}
        />
      )}
      {error === undefined && queries.details.error !== undefined && (
        <LoadError
          text={DASHBOARD_MESSAGES.detailsFailed}
          onRetry={() => void queries.details.mutate()}
        />
      )}
    </>
  );
  return (
    <>
      <div>
        <FlashNote />
        <OutcomeNote outcome={action.outcome} />
        {isUndeliverable && (
          <Suspense>
            <UnreachableNotice user={user} />
          </Suspense>
        )}
        {subscription != null && isPastDueShown && (
          <PastDueBanner
            subscription={subscription}
            details={details}
            isMain={main === "pay"}
            action={action}
            onPaid={readAgain}
          />
        )}
        {!hasContent && billing}
        {isBriefFirst ? briefCard : calendarCard}
      </div>
      {isBriefFirst ? calendarCard : briefCard}
      {subscription !== undefined && (
        <ServiceCards user={user} statusView={statusView} details={details} />
      )}
      {hasContent && <div>{billing}</div>}
      {subscription !== undefined && (
        <OfferCards statusView={statusView} details={details} action={action} />
      )}
      {details !== null && details.guarantee.state !== "unavailable" && (
        <Suspense>
          <RefundForm userId={user.id} details={details} onAsked={readAgain} />
        </Suspense>
      )}
      <OrderHistory
        orders={queries.orders.data}
        hasFailed={queries.orders.error !== undefined}
        onRetry={() => void queries.orders.mutate()}
      />
    </>
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

function Subscription({
  subscription,
  details,
  isPlanMain,
  action,
  onRefresh,
  onChanged,
}: {
  subscription: UserSubscription | null;
  details: SubscriptionDetails | null;
  isPlanMain: boolean;
  action: Action;
  onRefresh: () => void;
  onChanged: () => Promise<unknown>;
}) {
  if (subscription === null || !hasEverSubscribed(statusViewOf(subscription))) {
    return <NoSubscription isMain={isPlanMain} isBusy={action.isRunning} onRefresh={onRefresh} />;
  }
  return (
    <CurrentSubscription
      subscription={subscription}
      details={details}
      isPlanMain={isPlanMain}
      action={action}
      onRefresh={onRefresh}
      onChanged={onChanged}
    />
  );
}
