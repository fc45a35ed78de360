import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import { planOf } from "#contracts/billing/plan-change.ts";
import { DASHBOARD_MESSAGES } from "#contracts/dashboard-messages.ts";
import type { Submission } from "../../features/account/use-submission.ts";
import { cardName } from "../../features/customer/card-name.ts";
import {
  type Direction,
  planChange,
  requestPlanChange,
} from "../../features/customer/plan-changes.ts";
import { badgeOf, standingOf } from "../../features/customer/standing.ts";
import { formatDay } from "../../lib/dates.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { BillingLine, ManageCard, SubscriptionCard } from "../dashboard/subscription-card.tsx";
import { RefreshButton } from "./refresh-button.tsx";

export function OwnSubscription({
  subscription,
  submission,
  onRefresh,
}: {
  subscription: UserSubscription;
  submission: Submission;
  onRefresh: () => void;
}) {
  const plan = planOf(subscription.price_id);
  return (
    <div>
      <SubscriptionCard
        plan={plan?.name ?? "Your plan"}
        pricePence={plan?.pricePence ?? null}
        badge={badgeOf(standingOf(subscription))}
      >
        <Ending subscription={subscription} />
        <Billing subscription={subscription} />
        <RefreshButton busy={submission.busy} onRefresh={onRefresh} />
      </SubscriptionCard>
      <Manage subscription={subscription} submission={submission} />
    </div>
  );
}

/** When the period that is paid for ends, in words, or null. */
function periodEnd({ current_period_end: end }: UserSubscription): string | null {
  return end === null ? null : formatDay(new Date(end * 1_000).toISOString());
}

function Ending({ subscription }: { subscription: UserSubscription }) {
  if (!subscription.cancel_at_period_end || !isLiving(subscription.subscription_status)) {
    return null;
  }
  const end = periodEnd(subscription);
  return (
    <p className="customer-notice">
      Your subscription cancels at period end{end !== null && `, on ${end}`}. Until then everything
      goes on, and nothing more is charged.
    </p>
  );
}

function Billing({ subscription }: { subscription: UserSubscription }) {
  const end = periodEnd(subscription);
  const card = cardName(subscription.payment_method_brand, subscription.payment_method_last4);
  const isOver = !isLiving(subscription.subscription_status);
  if (isOver) return <BillingLine>This subscription has ended.</BillingLine>;
  if (subscription.cancel_at_period_end) {
    return <BillingLine>Paid until {end ?? "the end of the period"}.</BillingLine>;
  }
  return (
    <BillingLine>
      Next billing date {end ?? "Processing..."}
      {card !== null && `, charged to ${card}`}
    </BillingLine>
  );
}

const CHANGES = [
  { direction: "upgrade", label: "Upgrade Plan", fallback: DASHBOARD_MESSAGES.upgradeFailed },
  { direction: "downgrade", label: "Downgrade Plan", fallback: DASHBOARD_MESSAGES.downgradeFailed },
] as const satisfies readonly { direction: Direction; label: string; fallback: string }[];

function Manage({
  subscription,
  submission,
}: {
  subscription: UserSubscription;
  submission: Submission;
}) {
  const standing = standingOf(subscription);
  const isAlive = isLiving(subscription.subscription_status);
  const changes = CHANGES.map((change) => ({
    ...change,
    ...planChange(standing, change.direction),
  }));
  const reasons = new Set(changes.flatMap(({ why }) => (why === null ? [] : [why])));
  return (
    <ManageCard
      actions={
        <>
          {changes.map(({ direction, label, fallback, to }) => (
            <Button
              key={direction}
              variant={direction === "upgrade" ? "primary" : "secondary"}
              disabled={to === null || submission.busy}
              {...(to === null && { "aria-describedby": "no-change" })}
              onClick={() => {
                if (to !== null) changePlan(submission, to, direction, fallback);
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
          {isAlive && !subscription.cancel_at_period_end && (
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

/** Goes to the page where the plan is changed. */
export function changePlan(
  submission: Submission,
  to: Parameters<typeof requestPlanChange>[0],
  direction: Direction,
  fallback: string,
): void {
  void submission.run(async () => {
    window.location.assign(await requestPlanChange(to, direction));
    return null;
  }, fallback);
}
