import { useLocation } from "wouter";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { leaveNote } from "../../features/customer/arrival.ts";
import { isStopping } from "../../features/customer/is-ending-now.ts";
import { forgetParting } from "../../features/retention/parting.ts";
import { keepSubscription } from "../../features/retention/retention-calls.ts";
import { useAct } from "../../features/retention/use-act.ts";
import { sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { formatLongDay, isoOf } from "../../lib/dates.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { ProblemBanner } from "../../ui/problem-banner.tsx";
import { KeepButton } from "./keep-button.tsx";

/** For whoever comes to cancel what they have cancelled. */
export function AlreadyEnding({ details }: { details: SubscriptionDetails }) {
  const [, navigate] = useLocation();
  const act = useAct();
  const end = details.ends_at;
  const isNow = isStopping(details);

  function keep(): void {
    void act.run("keep", async () => {
      const said = await keepSubscription(details.subscription_id);
      forgetParting(sessionStorageOrNull());
      leaveNote(sessionStorageOrNull(), said);
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
        <ProblemBanner problem={act.problem} onDismiss={act.dismiss} />
        <div className="flex flex-wrap gap-4">
          {!isNow && <KeepButton isKeeping={act.running === "keep"} onKeep={keep} />}
          <ButtonLink href={paths.dashboard} variant="secondary">
            Back to Dashboard
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
