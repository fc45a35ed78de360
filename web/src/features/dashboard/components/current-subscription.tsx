import { useEffect, useRef } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { cardName } from "#contracts/billing/card-name.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { cadenceText } from "#contracts/messages/payments.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { collectionNote } from "../../subscription/collection-note.ts";
import { describeEnd } from "../../subscription/ended-subscription.ts";
import { rowEndsImmediately } from "../../subscription/ends-immediately.ts";
import { openStripePage } from "../../subscription/open-stripe-page.ts";
import { badgeOf, isRunning } from "../../subscription/subscription-status.ts";
import { useDashboard } from "../dashboard-context.ts";
import { ComeBack, ManageSubscription } from "./manage-subscription.tsx";
import { RefreshButton } from "./no-subscription.tsx";
import { SubscriptionDetailsList } from "./subscription-details-list.tsx";

type CurrentSubscriptionProps = { subscription: UserSubscription; onRefresh: () => void };

export function CurrentSubscription({ subscription, onRefresh }: CurrentSubscriptionProps) {
  const { details, statusView } = useDashboard();
  const { tone, label } = badgeOf(statusView);
  const badge = <StatusBadge tone={tone}>{label}</StatusBadge>;
  const next = details?.payments[0];
  const hasEnded = !isOpen(subscription.subscription_status);
  return (
    <div>
      <section
        aria-labelledby="subscription"
        data-tone="tide"
        className="bg-tide p-6 text-on-tide sm:p-7"
      >
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2
            id="subscription"
            tabIndex={-1}
            className="font-text text-sm font-semibold text-on-tide-soft"
          >
            {hasEnded ? "Your last subscription" : "Current Subscription"}
          </h2>
          {!hasEnded && badge}
        </div>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <p className="font-display text-2xl font-bold">
            {details?.items[0]?.name ?? subscription.plan_name ?? "Your plan"}
          </p>
          {details !== null && next !== undefined && (
            <p className="tabular">
              <strong className="font-display text-xl">{formatGbp(next.pence)}</strong>
              <span className="ml-2 text-sm text-on-tide-soft">{withVat(priceNote(details))}</span>
            </p>
          )}
        </div>
        {/* Items and discounts no longer apply to an ended subscription. */}
        {!hasEnded && details !== null && <SubscriptionDetailsList details={details} />}
        <p className="tabular mt-4 border-t border-tide-rule pt-4 text-on-tide-soft">
          {billingText(subscription, details, statusView.isEnding)}
        </p>
        {hasEnded && <p className="mt-2 text-sm text-on-tide-soft">Status: {badge}</p>}
        <StripePages
          // While a payment is due the banner offers it.
          canChangeCard={
            isRunning(statusView) &&
            details?.is_invoiced !== true &&
            !rowEndsImmediately(subscription, details)
          }
          onRefresh={onRefresh}
        />
      </section>
      {hasEnded ? <ComeBack /> : <ManageSubscription />}
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

function billingText(
  subscription: UserSubscription,
  details: SubscriptionDetails | null,
  isEnding: boolean,
): string {
  const { subscription_status: status, current_period_end: periodEnd } = subscription;
  if (!isOpen(status)) return describeEnd(details);
  if (status === "unpaid") return "You won’t be charged while your subscription is on hold.";
  if (rowEndsImmediately(subscription, details)) return "This subscription ends now.";
  const endsAt = details?.ends_at ?? periodEnd;
  const end = endsAt === null ? null : formatDay(isoOf(endsAt));
  const until = `Runs until ${end ?? "the end of the period"}.`;
  const next = details?.payments[0];
  if (isEnding && next === undefined) return until;
  const note = details === null ? null : collectionNote(details);
  if (note !== null && next === undefined) return note;
  const isInvoiced = details?.is_invoiced === true;
  const card = cardName(subscription.payment_method_brand, subscription.payment_method_last4);
  return [
    note === null ? "" : `${note} `,
    isInvoiced ? "Next invoice " : "Next billing date ",
    next === undefined ? (end ?? "Processing...") : formatDay(isoOf(next.at)),
    card === null || isInvoiced ? "" : `, charged to ${card}`,
    isEnding ? `. ${until}` : "",
  ].join("");
}

type StripePagesProps = { canChangeCard: boolean; onRefresh: () => void };

/** A mail links to `#card`, which exists only after the subscription is read. */
function StripePages({ canChangeCard, onRefresh }: StripePagesProps) {
  const { action } = useDashboard();
  const cardRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (window.location.hash === "#card") cardRef.current?.focus();
  }, []);
  return (
    <div className="button-row">
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
      <RefreshButton onRefresh={onRefresh} />
    </div>
  );
}
