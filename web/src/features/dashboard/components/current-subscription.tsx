import { lazy, Suspense, useEffect, useRef } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { type Action } from "../../../lib/use-action.ts";
import { cardName } from "../card-name.ts";
import { openStripePage } from "../../subscription/api/open-stripe-page.ts";
import { type Direction, planChangeTarget } from "../../plan-change/plan-change-target.ts";
import { requestPlanChange } from "../../plan-change/api/request-plan-change.ts";
import {
  badgeOf,
  isChangeable,
  isRunning,
  type SubscriptionStatusView,
  subscriptionStatusOf,
} from "../../subscription/subscription-status.ts";
import { isEndingWithoutPeriod } from "../../subscription/is-cancelled-now.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import {
  BillingLine,
  ManageCard,
  SubscriptionCard,
} from "../../dashboard-cards/subscription-card.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const SubscriptionDetailsList = lazy(async () => {
  const { SubscriptionDetailsList: shown } = await import("./subscription-details-list.tsx");
  return { default: shown };
});

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
      <Manage subscription={subscription} statusView={statusView} action={action} />
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
  const isOver = !isOpen(subscription.subscription_status);
  if (isOver) return <BillingLine>This subscription has ended.</BillingLine>;
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

const CHANGES = [
  { direction: "upgrade", label: "Upgrade Plan" },
  { direction: "downgrade", label: "Downgrade Plan" },
] as const satisfies readonly { direction: Direction; label: string }[];

function Manage({
  subscription,
  statusView,
  action,
}: {
  subscription: UserSubscription;
  statusView: SubscriptionStatusView;
  action: Action;
}) {
  const goTo = useGoTo();
  const isAlive = isOpen(subscription.subscription_status);
  const changes = CHANGES.map((change) => ({
    ...change,
    ...planChangeTarget(statusView, change.direction),
  }));
  const reasons = new Set(changes.flatMap(({ why }) => (why === null ? [] : [why])));
  return (
    <ManageCard
      actions={
        <>
          {changes.map(({ direction, label, to }) => (
            <Button
              key={direction}
              variant={direction === "upgrade" ? "primary" : "secondary"}
              disabled={to === null || action.isRunning}
              {...(to === null && { "aria-describedby": "no-change" })}
              onClick={() => {
                if (to !== null) changePlan(action, goTo, to, direction);
              }}
            >
              {label}
            </Button>
          ))}
          {!isAlive && (
            <ButtonLink href={paths.pricing} variant="quiet">
              Choose a plan
            </ButtonLink>
          )}
          {isAlive && !statusView.isEnding && (
            <Link href={paths.cancelSubscription} className="button button-quiet">
              Cancel Subscription
            </Link>
          )}
        </>
      }
    >
      {reasons.size > 0 && (
        <p id="no-change" className="mt-3 text-sm text-ink-soft">
          {[...reasons].join(". ")}.
        </p>
      )}
    </ManageCard>
  );
}

const FAILED = {
  upgrade: DASHBOARD_MESSAGES.upgradeFailed,
  downgrade: DASHBOARD_MESSAGES.downgradeFailed,
} as const;

/** Opens the page of the change, or shows the message of the server. */
export function changePlan(
  action: Action,
  goTo: (url: string) => void,
  to: Parameters<typeof requestPlanChange>[0],
  direction: Direction,
): void {
  void action.run(
    async () => {
      goTo(await requestPlanChange(to, direction));
      return null;
    },
    {
      ...apiErrors(FAILED[direction]),
      answer: ({ userMessage }) => userMessage ?? FAILED[direction],
    },
  );
}
