import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { BANK_DEBIT } from "#contracts/billing/bank-debit.ts";
import { cardName } from "#contracts/billing/card-name.ts";
import { isOpen, isPaymentDue } from "#contracts/billing/subscription-status.ts";
import { isMonthly } from "#contracts/billing/upcoming-payments.ts";
import { cadenceText } from "#contracts/messages/payments.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { part } from "../../../ui/part.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import { collectionNote } from "../../subscription/collection-note.ts";
import { openStripePage } from "../../subscription/open-stripe-page.ts";
import { PANEL_TITLES } from "../panel-titles.ts";

const PastDueBanner = part(
  async () => (await import("../../dashboard/components/past-due-banner.tsx")).PastDueBanner,
  null,
);

type PaymentPanelProps = {
  subscription: UserSubscription | null;
  details: SubscriptionDetails | null;
  action: Action;
  onPaid: () => Promise<unknown>;
};

export function PaymentPanel({ subscription, details, action, onPaid }: PaymentPanelProps) {
  if (subscription === null) return <NothingBought />;
  const { subscription_status: status } = subscription;
  const isDue = isPaymentDue(status);
  const isInvoiced = details?.is_invoiced === true;
  const card = cardName(subscription.payment_method_brand, subscription.payment_method_last4);
  return (
    <Panel
      id="payment"
      title={PANEL_TITLES.payment}
      lead="How you pay, and your next payment. Stripe keeps the card number; we never see it."
    >
      {isDue && (
        <PastDueBanner
          isMain
          subscription={subscription}
          details={details}
          action={action}
          onPaid={onPaid}
        />
      )}
      <dl className="account-list mt-5 mb-0 tabular *:items-baseline [&_dd]:font-semibold [&_dt]:text-ink-soft">
        <div>
          <dt>Plan</dt>
          <dd>{subscription.plan_name ?? "Other service"}</dd>
        </div>
        <div>
          <dt>{subscription.payment_method_brand === BANK_DEBIT ? "Paid from" : "Card"}</dt>
          <dd>{isInvoiced ? "None is charged" : (card ?? "None")}</dd>
        </div>
        <div>
          <dt>Next payment</dt>
          <dd>{nextPayment(subscription, details)}</dd>
        </div>
        {details?.others.map((other) => (
          <div key={other.subscription_id}>
            <dt>{`Also: ${other.names}`}</dt>
            <dd>{nextPaymentOfOther(other)}</dd>
          </div>
        ))}
      </dl>
      {isOpen(status) && !isDue && (
        <div className="account-actions mt-6">
          {!isInvoiced && (
            <Button
              variant="secondary"
              disabled={action.isRunning}
              onClick={() => void openStripePage(action, "card")}
            >
              Change card
            </Button>
          )}
          {details?.ends_at === null && (
            <>
              <ButtonLink href={paths.changePlan} variant="quiet">
                Change plan
              </ButtonLink>
              <ButtonLink href={paths.cancelSubscription} variant="quiet-danger">
                Cancel Subscription
              </ButtonLink>
            </>
          )}
          {details?.ends_at != null && (
            <ButtonLink href={paths.dashboard} variant="quiet">
              Keep my subscription
            </ButtonLink>
          )}
        </div>
      )}
    </Panel>
  );
}

function nextPayment(
  { subscription_status: status }: UserSubscription,
  details: SubscriptionDetails | null,
): string {
  if (!isOpen(status)) return "None: your subscription has ended";
  if (status === "unpaid") return "None while your subscription is on hold";
  if (details === null) return "...";
  if (details.debit_answer_by !== null)
    return "The first is being collected from your bank account";
  return nextOf(details);
}

function nextPaymentOfOther(other: SubscriptionDetails["others"][number]): string {
  return other.is_payment_due ? "Due now: pay the invoice below" : nextOf(other);
}

/** An end that the team arranged may come after further payments. */
function nextOf(
  billed: Pick<
    SubscriptionDetails,
    "payments" | "ends_at" | "collection" | "paused_until" | "is_invoiced" | "cadence"
  >,
): string {
  const { payments, ends_at: endsAt, cadence } = billed;
  const [next, ...later] = payments;
  const note = collectionNote(billed);
  if (next === undefined && endsAt !== null) return "None: it’s cancelled";
  if (next === undefined) return note ?? "None";
  const every = isMonthly(cadence) ? "" : cadenceText(billed);
  const sums = [
    `${`${formatGbp(next.pence)} ${every}`.trimEnd()} on ${formatLongDay(isoOf(next.at))}`,
    ...later.map(({ at, pence }) => `then ${formatGbp(pence)} from ${formatLongDay(isoOf(at))}`),
  ].join(", ");
  return note === null ? sums : `${note} ${sums}`;
}

function NothingBought() {
  return (
    <section
      aria-labelledby="payment"
      className="border-2 border-dashed border-control p-[clamp(1.5rem,1rem+2.5vw,3.5rem)]"
    >
      <h2 id="payment" className="text-2xl">
        Your invoices appear here
      </h2>
      <p className="measure mt-4 text-ink-soft">
        Once you have a plan, this page shows your card, your next payment and every invoice.
      </p>
      <ButtonLink href={paths.pricing} arrow className="mt-6">
        See the plans
      </ButtonLink>
    </section>
  );
}
