import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isActive } from "#contracts/billing/subscription-status.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { cadenceText } from "#contracts/messages/payments.ts";
import { PLAN_CHANGE_MESSAGES } from "#contracts/messages/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { success } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { resumeSubscription } from "../../cancellation/api/subscription-requests.ts";
import { withdrawScheduledChange } from "../../plan-change/api/plan-change.ts";
import { pendingPlanChange } from "../../plan-change/pending-plan-change.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { rowEndsImmediately } from "../../subscription/ends-immediately.ts";
import { openStripePage } from "../../subscription/open-stripe-page.ts";
import { useDashboard } from "../dashboard-context.ts";

const PENDING_REQUEST: Readonly<Record<SubscriptionDetails["being_applied"][number], string>> = {
  cancellation: "We’re applying this now; it already counts.",
  resumption: "Your subscription will continue. We’re updating it now.",
  discount: "We’re applying your discount. It starts with your next payment.",
};

export function SubscriptionNotices({ details }: { details: SubscriptionDetails }) {
  const { ends_at: end, awaiting, scheduled } = details;
  return (
    <>
      {details.needs_card && <NeedsCard />}
      {details.being_applied
        .filter((request) => request !== "cancellation")
        .map((request) => (
          <p key={request} className="tide-notice">
            {PENDING_REQUEST[request]}
          </p>
        ))}
      {isRenewing(details) && (
        <p className="tide-notice">
          {`The payment of ${formatGbp(details.renewal_pence)} for the period that’s just begun is on its way. It’s usually taken within an hour.`}
        </p>
      )}
      {end === null && awaiting !== null && (
        <Awaiting subscriptionId={details.subscription_id} awaiting={awaiting} />
      )}
      {end === null && scheduled !== null && <Scheduled scheduled={scheduled} details={details} />}
    </>
  );
}

/** A renewal is pending and no other notice mentions it. */
function isRenewing(
  details: SubscriptionDetails,
): details is SubscriptionDetails & { renewal_pence: number } {
  const { renewal_pence: pence, subscription_status: status, ends_at: end, collection } = details;
  return (
    pence !== null &&
    isActive(status) &&
    end === null &&
    collection === "usual" &&
    !details.is_invoiced
  );
}

/** Stands above everything else, because keeping it is a decision. */
export function Ending({ subscription }: { subscription: UserSubscription }) {
  const { details, variantOf, action, onChanged } = useDashboard();
  if (rowEndsImmediately(subscription, details)) {
    return (
      <p className="account-notice mb-6">
        {`Your subscription is cancelled and ends now. You owe nothing and won’t be charged again. ${PENDING_REQUEST.cancellation}`}
      </p>
    );
  }
  const end = details?.ends_at ?? subscription.current_period_end;
  // The team sets an end on any day.
  const isLater = end !== subscription.current_period_end;
  return (
    <div className="account-notice mb-6">
      <p>
        Your subscription {isLater ? "ends" : "cancels at period end"}
        {end !== null && `${isLater ? "" : ","} on ${formatLongDay(isoOf(end))}`}. You keep
        everything until then
        {details?.payments.length === 0 && " and won’t be charged again"}.
        {details?.is_paid_longer === true && ` ${CANCELLATION_MESSAGES.paidLonger}`}
        {details?.being_applied.includes("cancellation") === true &&
          ` ${PENDING_REQUEST.cancellation}`}
      </p>
      <Button
        variant={variantOf("keep")}
        className="mt-4"
        disabled={action.isRunning}
        onClick={() => {
          void action.run(apiErrors(DASHBOARD_MESSAGES.resumeFailed), async () => {
            const message = await resumeSubscription(subscription.subscription_id);
            await onChanged();
            return success(message);
          });
        }}
      >
        Keep my subscription
      </Button>
    </div>
  );
}

function NeedsCard() {
  const { action } = useDashboard();
  return (
    <div className="tide-notice">
      <p>
        You’ve taken over this subscription, and the buyer’s card still pays for it. Add your own
        card to change anything. Until then you can only cancel it.
      </p>
      <Button
        variant="secondary"
        disabled={action.isRunning}
        onClick={() => void openStripePage(action, "card")}
      >
        Add my card
      </Button>
    </div>
  );
}

type AwaitingProps = {
  subscriptionId: string;
  awaiting: NonNullable<SubscriptionDetails["awaiting"]>;
};

function Awaiting({ subscriptionId, awaiting }: AwaitingProps) {
  const { action } = useDashboard();
  return (
    <div className="tide-notice">
      <p>
        {`Your upgrade to ${awaiting.names} is awaiting payment. Nothing changes until it’s paid; if it isn’t by ${formatLongDay(isoOf(awaiting.expires_at))}, everything stays as it is.`}
      </p>
      <Button
        variant="secondary"
        disabled={action.isRunning}
        onClick={() => void openStripePage(action, { invoiceOf: subscriptionId })}
      >
        Finish the payment
      </Button>
    </div>
  );
}

type ScheduledProps = {
  scheduled: NonNullable<SubscriptionDetails["scheduled"]>;
  details: SubscriptionDetails;
};

function Scheduled({ scheduled: { names, at }, details }: ScheduledProps) {
  const { action, onChanged } = useDashboard();
  const then = details.payments.findLast((payment) => payment.at <= at);
  return (
    <div className="tide-notice">
      <p>
        {`On ${formatLongDay(isoOf(at))} this becomes ${names}${then === undefined ? "" : `, at ${formatGbp(then.pence)} ${cadenceText(details)}`.trimEnd()}. Everything stays as it is until then.`}
      </p>
      <Button
        variant="secondary"
        disabled={action.isRunning}
        onClick={() => {
          void action.run(apiErrors(PLAN_CHANGE_MESSAGES.withdrawFailed), async () => {
            await withdrawScheduledChange(details.subscription_id);
            pendingPlanChange.remove(sessionStorageOrNull());
            await onChanged();
            return success(PLAN_CHANGE_MESSAGES.withdrawn);
          });
        }}
      >
        Cancel this change
      </Button>
    </div>
  );
}
