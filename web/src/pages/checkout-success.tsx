import type { Page } from "../lib/page.ts";
import { subscriptionPageOptions } from "../features/subscription/subscription-page-options.ts";
import { PurchasePage } from "../features/purchase/components/purchase-page.tsx";

export const page: Page = {
  ...subscriptionPageOptions,
  title: "Your subscription | Tidepost",
  description: "What you have subscribed to, what happens next and whom to ask.",
  Body: PurchasePage,
};
