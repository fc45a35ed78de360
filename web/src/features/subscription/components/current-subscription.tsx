import { lazy, Suspense, useEffect, useRef } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { problem, type Submission } from "../../account/use-submission.ts";
import { cardName } from "../card-name.ts";
import { openStripePage } from "../open-stripe-page.ts";
import { type Direction, planChangeTarget, requestPlanChange } from "../plan-changes.ts";
import {
  badgeOf,
  isChangeable,
  isRunning,
  type SubscriptionStatusView,
  subscriptionStatusOf,
} from "../subscription-status.ts";
import { isEndingWithoutPeriod } from "../is-cancelling-now.ts";
import { CallError } from "../../../lib/call-error.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import {
  BillingLine,
  ManageCard,
  SubscriptionCard,
} from "../../dashboard/components/subscription-card.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const SubscriptionDetailsList = lazy(async () => {
  const { SubscriptionDetailsList: shown } = await import("./subscription-facts.tsx");
  return { default: shown };
});

export function SubscriptionSection({
  subscription,
  details,
  submission,
  onRefresh,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  submission: Submission;
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
            submission={submission}
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
          submission={submission}
        />
        <RefreshButton busy={submission.busy} onRefresh={onRefresh} />
      </SubscriptionCard>
      <Manage subscription={subscription} statusView={statusView} submission={submission} />
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

/** The ways to Stripe's portal. A mail leads to the button for a new card, which is there once the subscription is. */
function StripePages({
  canChangeCard,
  submission,
}: {
  canChangeCard: boolean;
  submission: Submission;
}) {
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
          disabled={submission.busy}
          onClick={() => void openStripePage(submission, "card")}
        >
          Change card
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={submission.busy}
        onClick={() => void openStripePage(submission, "invoices")}
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
  submission,
}: {
  subscription: UserSubscription;
  statusView: SubscriptionStatusView;
  submission: Submission;
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
              disabled={to === null || submission.busy}
              {...(to === null && { "aria-describedby": "no-change" })}
              onClick={() => {
                if (to !== null) changePlan(submission, goTo, to, direction);
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

/** Goes to the page where the plan is changed, or shows the message of the server that refuses. */
export function changePlan(
  submission: Submission,
  goTo: (url: string) => void,
  to: Parameters<typeof requestPlanChange>[0],
  direction: Direction,
): void {
  void submission.run(async () => {
    try {
      goTo(await requestPlanChange(to, direction));
      return null;
    } catch (error) {
      if (error instanceof CallError) return problem(error.userMessage ?? FAILED[direction]);
      throw error;
    }
  }, FAILED[direction]);
}
