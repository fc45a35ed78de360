import { Guarded } from "../features/account/components/guarded.tsx";
import { SubscriptionDashboard } from "../features/dashboard/components/subscription-dashboard.tsx";
import { subscriptionPageOptions } from "../features/subscription/subscription-page-options.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...subscriptionPageOptions,
  title: "Your dashboard | Tidepost",
  description: "Your Tidepost subscription, orders and reports in one place.",
  Body: Dashboard,
};

function Dashboard() {
  return (
    <Guarded title="Your dashboard">{(user) => <SubscriptionDashboard user={user} />}</Guarded>
  );
}
