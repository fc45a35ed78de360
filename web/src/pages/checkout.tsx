import { Checkout } from "../features/checkout/checkout.tsx";
import { checkoutPage } from "../features/checkout/checkout-page.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...checkoutPage,
  title: "Choose your plan and subscribe | Tidepost",
  description:
    "One plan, any add-ons, one price a month in pounds. No contract, cancel anytime, 14-day money-back guarantee.",
  Body: Checkout,
};
