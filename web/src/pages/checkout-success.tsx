import { PurchasePage } from "../features/purchase/components/purchase-page.tsx";
import { subscriptionPageOptions } from "../features/subscription/subscription-page-options.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...subscriptionPageOptions,
  title: "Your subscription | Tidepost",
  description: "What you have subscribed to, what happens next and who to ask.",
  Body: PurchasePage,
};
