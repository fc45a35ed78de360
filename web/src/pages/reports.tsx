import { ReportsPage } from "../features/reports/components/reports-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Your reports",
  description: "What your posts did, figure by figure, and what went live.",
  Bar: AccountBar,
  Body: ReportsPage,
};
