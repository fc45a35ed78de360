import { DEMO_CUSTOMER, DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import { DemoDashboard } from "../features/demo/components/demo-dashboard.tsx";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Demo dashboard",
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
        title={`Hello, ${DEMO_CUSTOMER.firstName}.`}
        lead={`${DEMO_CUSTOMER.business} and its month, on one page.`}
      />
      <DemoDashboard />
    </>
  );
}
