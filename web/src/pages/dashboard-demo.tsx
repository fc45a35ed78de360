import { DEMO_CUSTOMER, DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/demo-banner.tsx";
import type { Page } from "../lib/page.ts";
import { DemoAddons } from "../sections/demo-dashboard/addons.tsx";
import { DemoOrders } from "../sections/demo-dashboard/orders.tsx";
import { DemoAccountManager } from "../sections/demo-dashboard/account-manager.tsx";
import { DemoReport } from "../sections/demo-dashboard/report.tsx";
import {
  DemoOverview,
  DemoQuickActions,
  DemoSuccessStories,
} from "../sections/demo-dashboard/sidebar.tsx";
import { DemoManage, DemoSubscription } from "../sections/demo-dashboard/subscription.tsx";
import { DemoUpgrade } from "../sections/demo-dashboard/upgrade.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Demo dashboard | Tidepost",
  description: "The customer dashboard with made-up data, to look around before you subscribe.",
  noindex: true,
  Body: DashboardDemo,
};

function DashboardDemo() {
  return (
    <>
      <DemoBanner>
        {`Look around: every button says what it would do. ${DEMO_CUSTOMER.name} does not exist, and the ${DEMO_SUBSCRIPTION.plan} is an example that is not for sale.`}
      </DemoBanner>
      <PageHead
        title={`Welcome back, ${DEMO_CUSTOMER.firstName}.`}
        lead={`${DEMO_CUSTOMER.business} and its month, on one page.`}
      />
      <div className="page-width grid grid-cols-1 items-start gap-x-10 gap-y-16 pb-(--section) lg:grid-cols-12">
        <div className="grid grid-cols-1 gap-y-16 lg:col-span-8">
          <div>
            <DemoSubscription />
            <DemoManage />
          </div>
          <div className="grid gap-x-10 gap-y-16 md:grid-cols-2">
            <DemoAccountManager />
            <DemoReport />
          </div>
          <DemoUpgrade />
          <DemoAddons />
          <DemoOrders />
        </div>
        <div className="grid gap-12 md:grid-cols-2 lg:sticky lg:top-28 lg:col-span-4 lg:grid-cols-1">
          <DemoOverview />
          <DemoQuickActions />
          <DemoSuccessStories />
        </div>
      </div>
    </>
  );
}
