import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { DEMO_CUSTOMER } from "../content/demo-account.ts";
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

const ID = "demo-dashboard";

/** The build draws the dashboard. Its script is loaded only after a link led here, or to the calendar. */
function DashboardDemo() {
  const [, navigate] = useLocation();
  const [isDrawn, setIsDrawn] = useState(
    () => !import.meta.env.SSR && document.getElementById(ID) !== null,
  );
  const isCalendar = useSearch().startsWith("view=") && !isDrawn;

  function openCalendar(hash: string): void {
    setIsDrawn(false);
    navigate(`?view=month${hash}`);
  }

  return (
    <>
      <DemoBanner>
        All of it is made up<span className="needs-script">: approve a post, nothing is sent</span>.
        <span className="script-note">Without JavaScript, buttons here do nothing.</span>
      </DemoBanner>
      <DemoStage isOff={isCalendar} className="account-area" onCalendar={openCalendar}>
        {!isCalendar && <PageHead title={`Hello, ${DEMO_CUSTOMER.firstName}.`} />}
        {isDrawn ? (
          // oxlint-disable-next-line react/no-danger -- React keeps what it finds there
          <div id={ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
        ) : (
          <div key="live" id={ID} className={isCalendar ? "account-area" : undefined}>
            <DemoDashboard isCalendar={isCalendar} />
          </div>
        )}
      </DemoStage>
    </>
  );
}
