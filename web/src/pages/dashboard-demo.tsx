import { useState } from "react";
import { DEMO_CUSTOMER, DEMO_DAY, DEMO_SUBSCRIPTION } from "../content/demo-account.ts";
import { DemoBanner } from "../features/demo/components/demo-banner.tsx";
import { DemoStage } from "../features/demo/components/demo-stage.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { PageHead } from "../ui/page-title.tsx";
import { part } from "../ui/part.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = async () =>
  (await import("../features/demo/components/demo-dashboard.tsx")).DemoDashboard;
const DemoDashboard = import.meta.env.SSR ? await load() : part(load, <Skeleton />);

export const page: Page = {
  ...appStylesheet,
  title: "Demo dashboard",
  description: "The customer dashboard with made-up data, to look around before you subscribe.",
  noindex: true,
  Body: DashboardDemo,
};

function DashboardDemo() {
  return (
    <>
      <DemoBanner>
        {`Look around: every button says what it would do. It’s always ${DEMO_DAY}, ${DEMO_CUSTOMER.name} doesn’t exist, and the ${DEMO_SUBSCRIPTION.plan} isn’t for sale.`}
      </DemoBanner>
      <DemoStage className="account-area">
        <PageHead
          title={`Hello, ${DEMO_CUSTOMER.firstName}.`}
          lead={`${DEMO_CUSTOMER.business} and its month, on one page.`}
        />
        <Drawn />
      </DemoStage>
    </>
  );
}

const ID = "demo-dashboard";

/** The build draws the dashboard. Its script is loaded only after a link led here, because nothing in it answers a press. */
function Drawn() {
  const [isDrawn] = useState(() => !import.meta.env.SSR && document.getElementById(ID) !== null);
  // oxlint-disable-next-line react/no-danger -- React keeps what it finds there
  if (isDrawn)
    return <div id={ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
  return (
    <div id={ID}>
      <DemoDashboard />
    </div>
  );
}
