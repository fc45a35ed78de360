import { DEMO_CUSTOMER, DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import type { Page } from "../lib/page.ts";
import { CardPair, DashboardFrame } from "../features/dashboard-cards/dashboard-frame.tsx";
import { DemoAddons } from "../features/demo/components/addons.tsx";
import { DemoOrders } from "../features/demo/components/orders.tsx";
import { DemoAccountManager } from "../features/demo/components/account-manager.tsx";
import { DemoReport } from "../features/demo/components/report.tsx";
import { DemoSidebar } from "../features/demo/components/demo-sidebar.tsx";
import { DemoManage, DemoSubscription } from "../features/demo/components/subscription.tsx";
import { DemoUpgrade } from "../features/demo/components/upgrade.tsx";
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
      <DashboardFrame
        main={
          <>
            <div>
              <DemoSubscription />
              <DemoManage />
            </div>
            <CardPair>
              <DemoAccountManager />
              <DemoReport />
            </CardPair>
            <DemoUpgrade />
            <DemoAddons />
            <DemoOrders />
          </>
        }
        side={<DemoSidebar />}
      />
    </>
  );
}
