import type { Page } from "../lib/page.ts";
import { CancelledPage } from "../features/cancellation/components/cancelled-page.tsx";
import { retentionPage } from "../features/cancellation/components/retention-page.ts";

export const page: Page = {
  ...retentionPage,
  title: "Subscription cancelled | Tidepost",
  description: "Until when everything works, how to take it back, and how to come back.",
  Body: CancelledPage,
};
