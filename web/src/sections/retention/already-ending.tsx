import { useLocation } from "wouter";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { setFlashMessage } from "../../features/customer/arrival.ts";
import { isCancelledNow } from "../../features/customer/is-ending-now.ts";
import { clearCancellationDraft } from "../../features/retention/parting.ts";
import { resumeSubscription } from "../../features/retention/retention-calls.ts";
import { useAction } from "../../features/retention/use-act.ts";
import { sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { ErrorBanner } from "../../ui/problem-banner.tsx";
import { ResumeButton } from "./keep-button.tsx";

/** For whoever comes to cancel what they have cancelled. */
export function AlreadyEnding({ details }: { details: SubscriptionDetails }) {
  const [, navigate] = useLocation();
  const act = useAction();
  const end = details.ends_at;
  const isNow = isCancelledNow(details);

  function keep(): void {
    void act.run("keep", async () => {
      const userMessage = await resumeSubscription(details.subscription_id);
      clearCancellationDraft(sessionStorageOrNull());
      setFlashMessage(sessionStorageOrNull(), userMessage);
      navigate(paths.dashboard);
      return { leaves: true };
    });
  }

  return (
    <>
      <PageHead
        title="Your subscription is cancelled already."
        lead={`${isNow ? "It ends now" : `Everything works until ${end === null ? "the end of the period" : formatLongDay(isoOf(end))}`}, and nothing more is charged.`}
      />
      <div className="page-width pb-(--section)">
        <ErrorBanner problem={act.problem} onDismiss={act.dismiss} />
        <div className="flex flex-wrap gap-4">
          {!isNow && <ResumeButton isResuming={act.running === "keep"} onResume={keep} />}
          <ButtonLink href={paths.dashboard} variant="secondary">
            Back to Dashboard
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
