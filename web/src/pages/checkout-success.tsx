import type { Page } from "../lib/page.ts";
import { subscriptionPage } from "../features/subscription/subscription-page-options.ts";
import { PurchaseResult } from "../features/purchase/components/purchase-page.tsx";

export const page: Page = {
  ...subscriptionPage,
  title: "Your subscription | Tidepost",
  description: "What you have subscribed to, what happens next and whom to ask.",
  Body: PurchaseResult,
};
