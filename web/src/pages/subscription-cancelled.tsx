import { CancelledPage } from "../features/cancellation/components/cancelled-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Subscription cancelled",
  description: "How long you keep everything, how to undo it, and how to come back.",
  Body: CancelledPage,
};
