import { useEffect, useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { RETENTION_MESSAGES } from "#contracts/retention-messages.ts";
import { hasConsented } from "../../features/consent/consent.ts";
import { useDetails } from "../../features/customer/use-details.ts";
import type { Farewell } from "../../features/retention/farewell.ts";
import { reportCancellation } from "../../features/retention/report-cancellation.ts";
import { keepSubscription } from "../../features/retention/retention-calls.ts";
import { useAct } from "../../features/retention/use-act.ts";
import { track } from "../../features/tracking/track.ts";
import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { focusHeading } from "../../lib/navigation.ts";
import { ProblemBanner } from "../../ui/problem-banner.tsx";
import { Problem } from "../customer/problem.tsx";
import { GoodbyeWays } from "./goodbye-ways.tsx";
import { KeepButton } from "./keep-button.tsx";

export type OwnGoodbyeProps = {
  userId: string;
  farewell: Farewell;
  /** What is said of a cancellation that was taken back on this page; empty before. */
  kept: string;
  /** Is given what is known now; undefined while nothing is. */
  onDetails: (details: SubscriptionDetails | null | undefined) => void;
  onKept: (said: string) => void;
};

/** What the page that says goodbye has for whoever is signed in: how they stand, and the way to take it back. */
export function OwnGoodbye({ userId, farewell, kept, onDetails, onKept }: OwnGoodbyeProps) {
  const { data, error, mutate } = useDetails(userId);
  const isFresh = useFresh(mutate);
  const act = useAct();
  const hasFailed = error !== undefined;
  const details = isFresh && !hasFailed ? data : undefined;
  useEffect(() => onDetails(details), [details, onDetails]);
  useReport(farewell);

  function keep(subscriptionId: string): void {
    void act.run("keep", async () => {
      onKept(await keepSubscription(subscriptionId));
      await mutate();
      focusHeading();
      return { leaves: false };
    });
  }

  return (
    <>
      <ProblemBanner problem={act.problem} onDismiss={act.dismiss} />
      <output className="account-success">{farewell.is === "running" ? kept : ""}</output>
      {hasFailed && <Problem text={RETENTION_MESSAGES.loadFailed} onRetry={() => void mutate()} />}
      <GoodbyeWays isLeaving={farewell.is !== "running" && farewell.is !== "none"} isSignedIn>
        {farewell.is === "ending" && (
          <KeepButton
            isKeeping={act.running === "keep"}
            onKeep={() => keep(farewell.subscriptionId)}
          />
        )}
      </GoodbyeWays>
    </>
  );
}

/**
 * Whether what is known was read on this page: what was known before is from before the cancellation.
 *
 * @param read reads it now
 */
function useFresh(read: () => Promise<unknown>): boolean {
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    let isHere = true;
    void read().finally(() => {
      if (isHere) setFresh(true);
    });
    return () => {
      isHere = false;
    };
  }, [read]);
  return isFresh;
}

/** Tells the advertiser of a cancellation, once. */
function useReport(farewell: Farewell): void {
  // What ends at once has its end for good only when it is over: told before, it would be another one.
  const { subscriptionId, endsAt } =
    "endsAt" in farewell && farewell.is !== "stopping"
      ? farewell
      : { subscriptionId: null, endsAt: null };
  useEffect(() => {
    if (subscriptionId === null || endsAt === null) return;
    reportCancellation(
      { subscriptionId, endsAt },
      { storage: localStorageOrNull(), mayReport: hasConsented, track },
    );
  }, [subscriptionId, endsAt]);
}
