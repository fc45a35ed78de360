import useSWR from "swr";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isDebitRunning } from "#contracts/billing/bank-debit.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { openStripePage } from "../../subscription/open-stripe-page.ts";
import { fetchSumDue } from "../dashboard-api.ts";

const TEXTS: Readonly<Record<string, { title: string; text: string }>> = {
  past_due: {
    title: "Your last payment didn’t go through",
    text: "We’ll carry on making your content for now. Your card may have expired, or your bank may need you to approve the payment.",
  },
  unpaid: {
    title: "Your subscription is on hold",
    text: "We haven’t received your payment, so we’ve paused your content. Pay now and we’ll pick up where we left off.",
  },
  incomplete: {
    title: "Your first payment hasn’t gone through",
    text: "Your subscription starts once it’s paid. Your bank may need you to approve the payment.",
  },
};
const INVOICED = {
  title: "Your invoice is overdue",
  text: "We’ll carry on making your content for now. Pay it with any card, or as the invoice says.",
};
const PAID = {
  title: "There’s nothing left to pay",
  text: "We’re updating your subscription. This page will show it in a moment.",
};

/** Poll interval while Stripe has a payment that our tables lack. */
const WHILE_PAID_MS = 5_000;

type BannerProps = {
  subscription: UserSubscription;
  isMain: boolean;
  action: Action;
  onPaid: () => Promise<unknown>;
};

export function PastDueBanner({
  details,
  ...rest
}: BannerProps & { details: Pick<SubscriptionDetails, "debit_answer_by" | "is_invoiced"> | null }) {
  const { subscription_status: status, payment_method_brand: brand } = rest.subscription;
  if (!isDebitRunning({ status, brand })) {
    return <PayBanner {...rest} isInvoiced={details?.is_invoiced === true} />;
  }
  const by = details?.debit_answer_by ?? null;
  return (
    <section aria-labelledby="owing" className="problem-banner">
      <div>
        <h2 id="owing" className="text-xl">
          We’re collecting your first payment
        </h2>
        <p>
          {`A bank debit takes up to seven working days${by === null ? "" : `: we usually know by ${formatLongDay(isoOf(by))}`}. Your subscription starts once your bank has paid, and we’ll email you. You don’t need to do anything.`}
        </p>
      </div>
    </section>
  );
}

function PayBanner({
  subscription: { subscription_id: id, subscription_status: status },
  isMain,
  isInvoiced,
  action,
  onPaid,
}: BannerProps & { isInvoiced: boolean }) {
  const { data: sum, mutate } = useSWR(["open_invoice", id], () => fetchSumDue(id), {
    dedupingInterval: 0,
    refreshInterval: (latest?: string | null) => (latest === null ? WHILE_PAID_MS : 0),
    onSuccess: (latest) => {
      // The dashboard shows this error itself.
      if (latest === null) onPaid().catch(() => undefined);
    },
  });
  const isPaid = sum === null;
  const due = isInvoiced && status === "past_due" ? INVOICED : TEXTS[status];
  const shown = isPaid ? PAID : due;
  if (shown === undefined) return null;
  return (
    <section aria-labelledby="owing" className="problem-banner">
      <div>
        <h2 id="owing" className="text-xl">
          {shown.title}
        </h2>
        <p>{shown.text}</p>
      </div>
      {!isPaid && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            variant={isMain ? "primary" : "secondary"}
            disabled={action.isRunning}
            onClick={() => void openStripePage(action, { invoiceOf: id }).then(() => mutate())}
          >
            {sum === undefined ? "Pay now" : `Pay ${sum} now`}
          </Button>
          {!isInvoiced && (
            <Button
              variant="secondary"
              disabled={action.isRunning}
              onClick={() => void openStripePage(action, "card")}
            >
              Change card
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
