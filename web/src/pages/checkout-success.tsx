import type { Page } from "../lib/page.ts";
import { customerPage } from "../sections/customer/customer-page.ts";
import { PurchaseResult } from "../sections/customer/own-purchase.tsx";

export const page: Page = {
  ...customerPage,
  title: "Your subscription | Tidepost",
  description: "What you have subscribed to, what happens next and whom to ask.",
  Body: PurchaseResult,
};
