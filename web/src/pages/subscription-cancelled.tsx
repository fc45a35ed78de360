import { cancellationPageOptions } from "../features/cancellation/cancellation-page-options.ts";
import { CancelledPage } from "../features/cancellation/components/cancelled-page.tsx";
import type { Page } from "../page.ts";

export const page: Page = {
  ...cancellationPageOptions,
  title: "Subscription cancelled",
  description: "How long you keep everything, how to undo it, and how to come back.",
  Body: CancelledPage,
};
