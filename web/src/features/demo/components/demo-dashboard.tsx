import { useState } from "react";
import { SWRConfig, unstable_serialize as keyOf } from "swr";
import { DashboardMain } from "../../dashboard/components/dashboard-main.tsx";
import { demoReads } from "../demo-reads.ts";
import { DemoStage } from "./demo-stage.tsx";

/** The customer's own dashboard, which asks nothing of the API. */
export function DemoDashboard() {
  const [{ user, subscription, details, orders, calendar, brief }] = useState(() =>
    demoReads(Date.now()),
  );
  return (
    <DemoStage>
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
          skeleton={null}
          queries={{
            subscription: read(subscription),
            orders: read(orders),
            details: read(details),
            refresh: async () => subscription,
          }}
        />
      </SWRConfig>
    </DemoStage>
  );
}

const read = <T,>(data: T) => ({ data, error: undefined, mutate: async () => undefined });
