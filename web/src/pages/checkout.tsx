import { GUARANTEE_DAYS } from "#contracts/company.ts";
import { checkoutPageOptions } from "../features/checkout/checkout-page-options.ts";
import { Checkout } from "../features/checkout/components/checkout-form.tsx";
import { useCurrentPlan } from "../features/checkout/hooks/use-current-plan.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...checkoutPageOptions,
  title: "Choose your plan and subscribe | Tidepost",
  description: `One plan, any add-ons, one price a month in pounds. No contract, cancel anytime, ${GUARANTEE_DAYS}-day money-back guarantee.`,
  Body: CheckoutPage,
};

function CheckoutPage() {
  return <Checkout currentPlan={useCurrentPlan()} />;
}
