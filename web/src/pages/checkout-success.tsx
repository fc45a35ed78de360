import { PurchasePage } from "../features/purchase/components/purchase-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { checkoutShell } from "../shell/checkout-shell.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  ...checkoutShell,
  title: "Your subscription",
  description: "What you have subscribed to, what happens next and who to ask.",
  Body: PurchasePage,
};
