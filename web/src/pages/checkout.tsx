import { hyphenated, TERMS } from "#contracts/terms.ts";
import { PLAN_CHANGE_STEPS, PURCHASE_STEPS } from "../content/checkout-steps.ts";
import { Checkout } from "../features/checkout/components/checkout-form.tsx";
import { useCurrentPlan } from "../features/checkout/hooks/use-current-plan.ts";
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
