import { Guarded } from "../features/account/guarded.tsx";
import type { Page } from "../lib/page.ts";
import { customerPage } from "../features/subscription/components/customer-page.ts";
import { SubscriptionDashboard } from "../features/subscription/components/dashboard.tsx";

export const page: Page = {
  ...customerPage,
  title: "Your dashboard | Tidepost",
  description: "Your Tidepost subscription, orders and reports in one place.",
  Body: Dashboard,
};

function Dashboard() {
  return (
    <Guarded title="Your dashboard">{(user) => <SubscriptionDashboard user={user} />}</Guarded>
  );
}
