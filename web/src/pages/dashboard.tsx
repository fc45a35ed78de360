import { COMPANY } from "#contracts/company.ts";
import { Guarded } from "../features/account/components/guarded.tsx";
import { SubscriptionDashboard } from "../features/dashboard/components/subscription-dashboard.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Your dashboard",
  description: `Your ${COMPANY.name} subscription, orders and reports in one place.`,
  Bar: AccountBar,
  Body: Dashboard,
};

function Dashboard() {
  return (
    <Guarded title="Your dashboard">{(user) => <SubscriptionDashboard user={user} />}</Guarded>
  );
}
