import { GUARANTEE_DAYS } from "#contracts/company.ts";
import { RETENTION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { renewalNotice } from "../renewal-notice.ts";

/**
 * Cancelling is one click, beside staying.
 * @param until the last day, in words; null when unknown
 * @param isImmediate a payment is past due, so no paid period is left
 * @param renewalPence the pending payment for the running period; null without one
 * @param guaranteeUntil the last day of the money-back guarantee, in words; null without it
 */
export function CancelButtons({
  until,
  isImmediate,
  renewalPence,
  guaranteeUntil,
  isCancelling,
  onContinue,
  onCancel,
}: {
  until: string | null;
  isImmediate: boolean;
  renewalPence: number | null;
  guaranteeUntil: string | null;
  isCancelling: boolean;
  onContinue: () => void;
  onCancel: () => void;
}) {
  return (
    <section aria-labelledby="decision" className="retention-decision">
      <h2 id="decision" className="text-2xl">
        You decide
      </h2>
      <div className="retention-buttons">
        <ButtonLink href={paths.dashboard}>Stay &amp; Keep Growing</ButtonLink>
        <Button
          variant="secondary"
          disabled={isCancelling}
          aria-haspopup="dialog"
          onClick={onContinue}
        >
          Continue to Cancel
        </Button>
      </div>
      <div className="retention-straight">
        <h3 className="text-xl">Quite sure?</h3>
        <p>{consequenceText({ until, isImmediate, renewalPence })}</p>
        <Button variant="secondary" disabled={isCancelling} onClick={onCancel}>
          {isCancelling ? RETENTION_MESSAGES.cancelling : "Cancel Right Now"}
        </Button>
      </div>
      {guaranteeUntil !== null && (
        <p className="retention-aside">
          {`Your ${GUARANTEE_DAYS}-day money-back guarantee holds until ${guaranteeUntil}. You can `}
          <Link href={paths.dashboard} className="text-link">
            ask for your money back
          </Link>{" "}
          on the dashboard.
        </p>
      )}
      <ButtonLink href={paths.dashboard} variant="quiet" className="mt-4">
        Back to Dashboard
      </ButtonLink>
    </section>
  );
}

function consequenceText({
  until,
  isImmediate,
  renewalPence,
}: {
  until: string | null;
  isImmediate: boolean;
  renewalPence: number | null;
}): string {
  if (renewalPence !== null) return `It ends at once. ${renewalNotice(renewalPence)}`;
  if (isImmediate)
    return "It ends at once. Nothing stays outstanding, and you will not be charged again.";
  const end = until === null ? "with the period that you have paid for" : `on ${until}`;
  return `It ends ${end}. Nothing more is charged, and until then you can take it back.`;
}
