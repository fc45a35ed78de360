import { lazy, Suspense } from "react";
import { DEMO_CUSTOMER, DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page-title.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const DemoDashboard = lazy(async () => ({
  default: (await import("../features/demo/components/demo-dashboard.tsx")).DemoDashboard,
}));

export const page: Page = {
  ...appStylesheet,
  title: "Demo dashboard",
  description: "The customer dashboard with made-up data, to look around before you subscribe.",
  noindex: true,
  Body: DashboardDemo,
};

/** The dashboard is drawn in the browser: its days are those around today. */
function DashboardDemo() {
  const isHydrated = useHydrated();
  return (
    <>
      <DemoBanner>
        {`Look around: every button says what it would do. ${DEMO_CUSTOMER.name} doesn’t exist, and the ${DEMO_SUBSCRIPTION.plan} is an example that isn’t for sale.`}
      </DemoBanner>
      <PageHead
        title={`Hello, ${DEMO_CUSTOMER.firstName}.`}
        lead={`${DEMO_CUSTOMER.business} and its month, on one page.`}
      />
      {isHydrated && (
        <Suspense fallback={<Skeleton />}>
          <DemoDashboard />
        </Suspense>
      )}
    </>
  );
}
