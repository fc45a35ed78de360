import { SWRConfig, unstable_serialize as keyOf } from "swr";
import { shortPlanName } from "#contracts/billing/plans.ts";
import { DEMO_NOW } from "../../../content/demo-account.ts";
import { Button } from "../../../ui/button.tsx";
import { SuccessStories } from "../../dashboard-cards/sidebar-cards.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";
import { DashboardMain } from "../../dashboard/components/dashboard-main.tsx";
import { PROMOTED_UPGRADE } from "../../subscription/subscription-status.ts";
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
        {PROMOTED_UPGRADE !== undefined && (
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
    </>
  );
}

const read = <T,>(data: T) => ({ data, error: undefined, mutate: async () => undefined });
