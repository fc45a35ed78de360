import { SWRConfig, unstable_serialize as keyOf } from "swr";
import { shortPlanName } from "#contracts/billing/plans.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { DEMO_NOW } from "../../../content/demo-account.ts";
import { Button } from "../../../ui/button.tsx";
import { SuccessStories } from "../../dashboard-cards/sidebar-cards.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { DashboardMain } from "../../dashboard/components/dashboard-main.tsx";
import { demoReads } from "../demo-reads.ts";

/** The customer's own dashboard, which asks nothing of the API. */
export function DemoDashboard() {
  const { user, subscription, details, orders, calendar, brief } = demoReads();
  return (
    <>
      <SWRConfig
        value={{
          provider: () => new Map(),
          fallback: {
            [keyOf(["calendar", user.id])]: calendar,
            [keyOf(["brief", user.id])]: brief,
            [keyOf(["unclaimed-purchases", user.id])]: [],
          },
          revalidateOnMount: false,
          isPaused: () => true,
        }}
      >
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
      </SWRConfig>
      <div className="page-width grid items-start gap-8 pb-16 lg:grid-cols-[2fr_1fr]">
        <UpgradeCard
          from={PLANS[0]}
          to={PLANS[1]}
          note="With the smallest plan, the dashboard has this, too."
          action={<Button variant="secondary">{`Upgrade to ${shortPlanName(PLANS[1])}`}</Button>}
        />
        <SuccessStories note="And this, before there is a plan." />
      </div>
    </>
  );
}

const read = <T,>(data: T) => ({ data, error: undefined, mutate: async () => undefined });
