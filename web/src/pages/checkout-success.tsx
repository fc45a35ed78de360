import type { Page } from "../lib/page.ts";
import { customerPage } from "../features/subscription/components/customer-page.ts";
import { PurchaseResult } from "../features/subscription/components/purchase.tsx";

export const page: Page = {
  ...customerPage,
  title: "Your subscription | Tidepost",
  description: "What you have subscribed to, what happens next and whom to ask.",
  Body: PurchaseResult,
};
