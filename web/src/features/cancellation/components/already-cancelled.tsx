import { useLocation } from "wouter";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";
import { flashMessage } from "../../../lib/flash-message.ts";
import { LEAVING, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { endsImmediately } from "../../subscription/ends-immediately.ts";
import { resumeSubscription } from "../api/subscription-requests.ts";
import { clearCancellationDraft } from "../cancellation-draft.ts";
import { cancellationErrors } from "../cancellation-errors.ts";
import { remainingPayment } from "../cancellation.ts";
import { ResumeButton } from "./resume-button.tsx";

export function AlreadyCancelled({ details }: { details: SubscriptionDetails }) {
  const [, navigate] = useLocation();
  const action = useAction();
  const isImmediate = endsImmediately(details);

  function resume(): void {
    void action.run(cancellationErrors("resume"), async () => {
      const userMessage = await resumeSubscription(details.subscription_id);
      clearCancellationDraft(sessionStorageOrNull());
      flashMessage.write(sessionStorageOrNull(), userMessage);
      navigate(paths.dashboard);
      return LEAVING;
    });
  }

  return (
    <>
      <PageHead
        title="Your subscription is already cancelled."
        lead={[
          isImmediate ? "It ends now" : `You keep everything until ${lastDayOf(details)}`,
          paymentNote(details),
          details.is_paid_longer ? ` ${CANCELLATION_MESSAGES.paidLonger}` : "",
        ].join("")}
      />
      <div className="page-width pb-(--section)">
        <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />
        <div className="flex flex-wrap gap-4">
          {!isImmediate && <ResumeButton isResuming={action.isRunning} onResume={resume} />}
          <ButtonLink href={paths.dashboard} variant="secondary">
            Back to Dashboard
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

function lastDayOf({ ends_at: endsAt }: SubscriptionDetails): string {
  return endsAt === null ? "the end of the period" : formatLongDay(isoOf(endsAt));
}

function paymentNote(details: SubscriptionDetails): string {
  const payment = remainingPayment(details);
  return payment === null
    ? ", and you won’t be charged again."
    : `. Your next payment is ${payment}.`;
}
