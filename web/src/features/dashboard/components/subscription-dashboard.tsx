import type { User } from "@supabase/auth-js";
import { lazy, Suspense } from "react";
import { PageHead } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DashboardFrame } from "../../dashboard-cards/dashboard-frame.tsx";
import { userName } from "../../session/user-name.ts";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";

const DashboardMain = lazy(async () => ({
  default: (await import("./dashboard-main.tsx")).DashboardMain,
}));

export function SubscriptionDashboard({ user }: { user: User }) {
  const { first } = userName(user);
  const queries = useSubscription(user.id);
  return (
    <>
      <PageHead title={first === "" ? "Hello." : `Hello, ${first}.`} />
      <DashboardFrame
        main={
          <Suspense fallback={<Skeleton />}>
            <DashboardMain user={user} queries={queries} />
          </Suspense>
        }
        side={
          <DashboardSidebar
            user={user}
            subscription={queries.subscription.data}
            orders={queries.orders.data}
          />
        }
      />
    </>
  );
}
