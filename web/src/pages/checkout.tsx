import { useEffect, useState } from "react";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { PLAN_CHANGE_STEPS, PURCHASE_STEPS } from "../content/checkout-steps.ts";
import { Checkout } from "../features/checkout/components/checkout-form.tsx";
import { type CurrentPlan, currentPlanOf } from "../features/checkout/current-plan.ts";
import { useSession } from "../features/session/session.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { checkoutShell } from "../shell/checkout-shell.tsx";
import { ProgressSteps } from "../ui/progress-steps.tsx";

export const page: Page = {
  ...appStylesheet,
  ...checkoutShell,
  title: "Choose your plan and subscribe",
  description: `One plan, any add-ons, one price a month in pounds. No minimum term, cancel anytime, ${hyphenated(TERMS.guarantee)} money-back guarantee.`,
  Body: CheckoutPage,
};

function CheckoutPage() {
  const currentPlan = useCurrentPlan();
  return (
    <>
      <ProgressSteps
        steps={currentPlan === null ? PURCHASE_STEPS : PLAN_CHANGE_STEPS}
        current={0}
      />
      <Checkout currentPlan={currentPlan} />
    </>
  );
}

/** Null for visitors, and until the subscription is read. */
function useCurrentPlan(): CurrentPlan | null {
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
  const { fetchDetails } = await import("../features/subscription/api/fetch-details.ts");
  const details = await fetchDetails();
  // A plan is bought beside a subscription without one.
  if (details === null || details.price_id === null || !isOpen(details.subscription_status)) {
    return null;
  }
  return currentPlanOf(details.items.map((item) => item.price_id));
}
