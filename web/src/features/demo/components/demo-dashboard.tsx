import { useEffect } from "react";
import useSWR, { SWRConfig, unstable_serialize as keyOf } from "swr";
import { shortPlanName } from "#contracts/billing/plans.ts";
import { DEMO_NOW } from "../../../content/demo-account.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { homeSection, paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SuccessStories } from "../../dashboard-cards/success-stories.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { DashboardMain } from "../../dashboard/components/dashboard-main.tsx";
import { PROMOTED_UPGRADE } from "../../subscription/subscription-status.ts";
import { decideHere, demoReads } from "../demo-reads.ts";

const CalendarPage = part(
  async () => (await import("../../calendar/components/calendar-page.tsx")).CalendarPage,
  <Skeleton shape="month" />,
);

const { user, subscription, details, orders, calendar, brief } = demoReads();
const cache = new Map();
const decide = decideHere(calendar);

/** The customer's own dashboard and calendar, which ask nothing of the API. */
export function DemoDashboard({ isCalendar }: { isCalendar: boolean }) {
  return (
    <SWRConfig
      value={{
        provider: () => cache,
        fallback: {
          [keyOf(["calendar", user.id])]: calendar,
          [keyOf(["brief", user.id])]: brief,
          [keyOf(["unclaimed-purchases", user.id])]: [],
        },
        revalidateOnMount: false,
        isPaused: () => true,
      }}
    >
      {isCalendar ? (
        <CalendarPage user={user} demo={{ decide, now: DEMO_NOW, note: <Note /> }} />
      ) : (
        <>
          <DashboardMain
            user={user}
            now={DEMO_NOW}
            skeleton={null}
            queries={{
              subscription: read(subscription),
              orders: read(orders),
              details: read(details),
              refresh: async () => subscription,
            }}
          />
          <Promotions />
        </>
      )}
    </SWRConfig>
  );
}

function Note() {
  const { data } = useSWR(["calendar", user.id], null);
  useEffect(focusHeading, []);
  return (
    <p className="mb-6 flex flex-wrap gap-x-6">
      <TextLink href={paths.dashboardDemo}>Back to the dashboard</TextLink>
      {data !== calendar && (
        <span>
          In this demo nothing is sent.{" "}
          <TextLink href={homeSection("pricing")}>See the plans</TextLink>
        </span>
      )}
    </p>
  );
}

function Promotions() {
  const isShownAbove = PROMOTED_UPGRADE?.from.priceId === subscription.price_id;
  return (
    <div className="page-width grid items-start gap-8 pb-16 lg:grid-cols-[2fr_1fr]">
      {PROMOTED_UPGRADE !== undefined && !isShownAbove && (
        <UpgradeCard
          {...PROMOTED_UPGRADE}
          note={`With the ${PROMOTED_UPGRADE.from.name}, the dashboard has this, too.`}
          action={
            <Button variant="secondary">
              {`Upgrade to ${shortPlanName(PROMOTED_UPGRADE.to)}`}
            </Button>
          }
        />
      )}
      <div>
        <SuccessStories note="And this, before there is a plan." />
      </div>
    </div>
  );
}

const read = <T,>(data: T) => ({ data, error: undefined, mutate: async () => undefined });
