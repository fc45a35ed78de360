import { useEffect, useState } from "react";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { useSession } from "../../session/session.ts";
import { type CurrentPlan, currentPlanOf } from "../current-plan.ts";

/** Null for visitors, and until the subscription is read. */
export function useCurrentPlan(): CurrentPlan | null {
  const session = useSession();
  const userId = session.state === "signed-in" ? session.user.id : null;
  const [latest, setLatest] = useState<{ userId: string; currentPlan: CurrentPlan | null } | null>(
    null,
  );

  useEffect(() => {
    if (userId === null) return;
    let isMounted = true;
    // Without an answer the checkout stays usable, and the server redirects to the plan change.
    fetchCurrentPlan().then(
      (currentPlan) => isMounted && setLatest({ userId, currentPlan }),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [userId]);

  return latest !== null && latest.userId === userId ? latest.currentPlan : null;
}

async function fetchCurrentPlan(): Promise<CurrentPlan | null> {
  const { fetchDetails } = await import("../../subscription/api/fetch-details.ts");
  const details = await fetchDetails();
  // A plan is bought beside a subscription without one.
  if (details === null || details.price_id === null || !isOpen(details.subscription_status)) {
    return null;
  }
  return currentPlanOf(details.items.map((item) => item.price_id));
}
