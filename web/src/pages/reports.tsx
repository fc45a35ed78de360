import { ReportsPage } from "../features/reports/components/reports-page.tsx";
import { ownStylesheet } from "../lib/load-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";
import reportStyles from "../styles/reports.css?url";

export const page: Page = {
  ...ownStylesheet(reportStyles),
  noindex: true,
  title: "Your reports",
  description: "What your posts did, figure by figure, and what went live.",
  Bar: AccountBar,
  Body: ReportsPage,
};
