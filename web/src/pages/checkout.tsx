import { GUARANTEE_DAYS } from "#contracts/company.ts";
import { useEffect, useState } from "react";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { Checkout } from "../features/checkout/checkout.tsx";
import { checkoutPage } from "../features/checkout/checkout-page.ts";
import { type CurrentPlan, currentPlanOf } from "../features/checkout/current-plan.ts";
import { useSession } from "../features/session/session.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...checkoutPage,
  title: "Choose your plan and subscribe | Tidepost",
  description: `One plan, any add-ons, one price a month in pounds. No contract, cancel anytime, ${GUARANTEE_DAYS}-day money-back guarantee.`,
  Body: OwnCheckout,
};

function OwnCheckout() {
  return <Checkout currentPlan={useSubscriber()} />;
}

function useSubscriber(): CurrentPlan | null {
  const session = useSession();
  const userId = session.state === "signed-in" ? session.user.id : null;
  const [found, setFound] = useState<{ userId: string; currentPlan: CurrentPlan | null } | null>(
    null,
  );

  useEffect(() => {
    if (userId === null) return;
    let isHere = true;
    // Without an answer the checkout stays usable, and the server redirects to the plan change.
    fetchSubscriber().then(
      (currentPlan) => isHere && setFound({ userId, currentPlan }),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [userId]);

  return found !== null && found.userId === userId ? found.currentPlan : null;
}

async function fetchSubscriber(): Promise<CurrentPlan | null> {
  const { fetchDetails } = await import("../features/subscription/fetch-details.ts");
  const details = await fetchDetails();
  if (details === null || !isOpen(details.subscription_status)) return null;
  return currentPlanOf(details.items.map((item) => item.price_id));
}
