import { useEffect, useRef } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { cardName } from "#contracts/billing/card-name.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { cadenceText } from "#contracts/messages/payments.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { BillingLine, SubscriptionCard } from "../../dashboard-cards/subscription-card.tsx";
import { collectionNote } from "../../subscription/collection-note.ts";
import { describeEnd } from "../../subscription/ended-subscription.ts";
import { rowEndsImmediately } from "../../subscription/ends-immediately.ts";
import { openStripePage } from "../../subscription/open-stripe-page.ts";
import {
  badgeOf,
  isChangeable,
  isRunning,
  statusViewOf,
} from "../../subscription/subscription-status.ts";
import { ComeBack, ManageSubscription } from "./manage-subscription.tsx";
import { RefreshButton } from "./no-subscription.tsx";
import { SubscriptionDetailsList } from "./subscription-details-list.tsx";

export function CurrentSubscription({
  subscription,
  details,
  isPlanMain,
  action,
  onRefresh,
  onChanged,
}: {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  isPlanMain: boolean;
  action: Action;
  onRefresh: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const statusView = statusViewOf(subscription, details);
  const badge = badgeOf(statusView);
  const hasEnded = !isOpen(subscription.subscription_status);
  return (
    <div>
      <SubscriptionCard
        {...(hasEnded && { title: "Your last subscription" })}
        plan={details?.items[0]?.name ?? subscription.plan_name ?? "Your plan"}
        pricePence={details?.payments[0]?.pence ?? null}
        priceNote={details === null ? "" : priceNote(details)}
        badge={hasEnded ? null : badge}
      >
        <SubscriptionDetailsList
          subscription={subscription}
          details={details}
          isChangeable={isChangeable(statusView)}
          action={action}
          onChanged={onChanged}
        />
        <Billing
          subscription={subscription}
          details={details}
          isEnding={statusView.isEnding}
          isImmediate={rowEndsImmediately(subscription, details)}
        />
        {hasEnded && (
          <p className="mt-2 text-sm text-on-tide-soft">
            Status: <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>
          </p>
        )}
        <StripePages
          // While a payment is due the banner offers it.
          canChangeCard={
            isRunning(statusView) &&
            details?.is_invoiced !== true &&
            !rowEndsImmediately(subscription, details)
          }
          action={action}
          onRefresh={onRefresh}
        />
      </SubscriptionCard>
      {hasEnded ? (
        <ComeBack details={details} isMain={isPlanMain} />
      ) : (
        <ManageSubscription statusView={statusView} action={action} />
      )}
    </div>
  );
}

function priceNote(details: SubscriptionDetails): string {
  const { payments, scheduled } = details;
  const [next, ...later] = payments;
  if (next === undefined) return "";
  const sums = later.map(({ at, pence }) => ({ day: formatDay(isoOf(at)), sum: formatGbp(pence) }));
  const every = cadenceText(details);
  if (every === "")
    return ["next payment", ...sums.map(({ day, sum }) => `then ${sum} from ${day}`)].join(", ");
  const isChanged = scheduled !== null && scheduled.at <= next.at;
  return [
    isChanged ? `${every} from ${formatDay(isoOf(next.at))}` : every,
    ...sums.map(({ day, sum }) => ` until ${day}, then ${sum}`),
  ].join("");
}

function dayOf(at: number | null): string | null {
  return at === null ? null : formatDay(isoOf(at));
}

type BillingProps = {
  subscription: UserSubscription;
  details: SubscriptionDetails | null;
  isEnding: boolean;
  isImmediate: boolean;
};

function Billing({ subscription, details, isEnding, isImmediate }: BillingProps) {
  const end = dayOf(details?.ends_at ?? subscription.current_period_end);
  const card = cardName(subscription.payment_method_brand, subscription.payment_method_last4);
  if (!isOpen(subscription.subscription_status))
    return <BillingLine>{describeEnd(details)}</BillingLine>;
  if (subscription.subscription_status === "unpaid")
    return <BillingLine>You won’t be charged while your subscription is on hold.</BillingLine>;
  if (isImmediate) return <BillingLine>This subscription ends now.</BillingLine>;
  const next = details?.payments[0];
  if (isEnding && next === undefined) {
    return <BillingLine>Runs until {end ?? "the end of the period"}.</BillingLine>;
  }
  const note = details === null ? null : collectionNote(details);
  const isInvoiced = details?.is_invoiced === true;
  if (note !== null && next === undefined) return <BillingLine>{note}</BillingLine>;
  return (
    <BillingLine>
      {note !== null && `${note} `}
      {isInvoiced ? "Next invoice" : "Next billing date"}{" "}
      {next === undefined ? (end ?? "Processing...") : formatDay(isoOf(next.at))}
      {card !== null && !isInvoiced && `, charged to ${card}`}
      {isEnding && `. Runs until ${end ?? "the end of the period"}.`}
    </BillingLine>
  );
}

/** A mail links to `#card`, which exists only after the subscription is read. */
function StripePages({
  canChangeCard,
  action,
  onRefresh,
}: {
  canChangeCard: boolean;
  action: Action;
  onRefresh: () => void;
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
          disabled={action.isRunning}
          onClick={() => void openStripePage(action, "card")}
        >
          Change card
        </Button>
      )}
      <Link href={paths.accountBilling} className="button button-quiet">
        Billing and invoices
      </Link>
      <RefreshButton isBusy={action.isRunning} onRefresh={onRefresh} />
    </div>
  );
}
