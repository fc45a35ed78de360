import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { isActive } from "#contracts/billing/subscription-status.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { renewalNotice } from "../renewal-notice.ts";

type CancelButtonsProps = {
  details: SubscriptionDetails;
  isCancelling: boolean;
  onContinue: () => void;
  onCancel: () => void;
};

/** Cancelling takes one click, as staying does. */
export function CancelButtons({ details, isCancelling, onContinue, onCancel }: CancelButtonsProps) {
  const { guarantee } = details;
  return (
    <section aria-labelledby="decision" className="retention-decision">
      <h2 id="decision" className="text-2xl">
        You decide
      </h2>
      <div className="mt-6 grid gap-3 *:text-balance">
        <ButtonLink href={paths.dashboard}>Stay &amp; Keep Growing</ButtonLink>
        <Button
          variant="danger"
          disabled={isCancelling}
          aria-haspopup="dialog"
          onClick={onContinue}
        >
          Continue to Cancel
        </Button>
      </div>
      <div className="mt-8 border-t border-rule pt-6">
        <h3 className="text-xl">Are you sure?</h3>
        <p className="mt-2 mb-4 text-ink-soft">{consequenceText(details)}</p>
        <Button variant="danger" disabled={isCancelling} onClick={onCancel} className="w-full">
          {isCancelling ? CANCELLATION_MESSAGES.cancelling : "Cancel My Subscription"}
        </Button>
      </div>
      {guarantee.state === "available" && guarantee.until !== null && (
        <p className="measure mt-6 border-l-4 border-sun pl-4 text-ink-soft">
          {`Your ${hyphenated(TERMS.guarantee)} money-back guarantee runs until ${formatLongDay(isoOf(guarantee.until))}. You can `}
          <TextLink href={paths.dashboard}>ask for your money back</TextLink> on the dashboard.
        </p>
      )}
      <ButtonLink href={paths.dashboard} variant="quiet" className="mt-4">
        Back to Dashboard
      </ButtonLink>
    </section>
  );
}

function consequenceText({
  subscription_status: status,
  renewal_pence: renewalPence,
  currency,
  ends_at_once: endsAtOnce,
  current_period_end: periodEnd,
}: SubscriptionDetails): string {
  if (isActive(status) && renewalPence !== null) {
    return `It ends at once. ${renewalNotice(renewalPence, currency)}`;
  }
  if (endsAtOnce) {
    return "It ends at once. You owe nothing and won’t be charged again.";
  }
  const end =
    periodEnd === null
      ? "with the period you’ve paid for"
      : `on ${formatLongDay(isoOf(periodEnd))}`;
  return `It ends ${end}. You won’t be charged again, and you can undo this until then.`;
}
