import { useEffect, useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorBanner } from "../../../ui/error-banner.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { hasConsented } from "../../consent/consent.ts";
import { useDetails } from "../../subscription/hooks/use-details.ts";
import { track } from "../../tracking/track.ts";
import { resumeSubscription } from "../api/subscription-requests.ts";
import { cancellationErrors } from "../cancellation-errors.ts";
import type { Cancellation } from "../cancellation.ts";
import { reportCancellation } from "../report-cancellation.ts";
import { CancelledPageLinks } from "./cancelled-page-links.tsx";
import { ResumeButton } from "./resume-button.tsx";

type CancelledPageDetailsProps = {
  userId: string;
  cancellation: Cancellation;
  resumedMessage: string | null;
  onDetails: (details: SubscriptionDetails | null | undefined) => void;
  onResumed: (userMessage: string) => void;
};

export function CancelledPageDetails({
  userId,
  cancellation,
  resumedMessage,
  onDetails,
  onResumed,
}: CancelledPageDetailsProps) {
  const { data, error, mutate } = useDetails(userId);
  const isFresh = useFresh(mutate);
  const action = useAction();
  const hasFailed = error !== undefined;
  const details = isFresh && !hasFailed ? data : undefined;
  useEffect(() => onDetails(details), [details, onDetails]);
  useReport(cancellation);

  function resume(subscriptionId: string): void {
    void action.run(cancellationErrors("resume"), async () => {
      onResumed(await resumeSubscription(subscriptionId));
      await mutate();
      focusHeading();
      return null;
    });
  }

  return (
    <>
      <ErrorBanner message={action.errorText} onDismiss={action.dismiss} />
      <output className="outcome">
        {cancellation.state === "running" ? resumedMessage : null}
      </output>
      {hasFailed && <LoadError text={CANCELLATION_MESSAGES.loadFailed} onRetry={mutate} />}
      <CancelledPageLinks
        isCancelled={cancellation.state !== "running" && cancellation.state !== "none"}
        isSignedIn
      >
        {cancellation.state === "ending" && (
          <ResumeButton
            isResuming={action.isRunning}
            onResume={() => resume(cancellation.subscriptionId)}
          />
        )}
      </CancelledPageLinks>
    </>
  );
}

/** True once `read` has finished; cached details are older than the cancellation. */
function useFresh(read: () => Promise<unknown>): boolean {
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void read().finally(() => {
      if (isMounted) setFresh(true);
    });
    return () => {
      isMounted = false;
    };
  }, [read]);
  return isFresh;
}

function useReport(cancellation: Cancellation): void {
  // While Stripe has not applied the cancellation, its end may still change. The end is part of the
  // event id, so an early report would count twice.
  const { subscriptionId, endsAt } =
    "endsAt" in cancellation && cancellation.state !== "ending-immediately"
      ? cancellation
      : { subscriptionId: null, endsAt: null };
  useEffect(() => {
    if (subscriptionId === null || endsAt === null) return;
    reportCancellation(
      { subscriptionId, endsAt },
      { storage: localStorageOrNull(), mayReport: hasConsented, track },
    );
  }, [subscriptionId, endsAt]);
}
