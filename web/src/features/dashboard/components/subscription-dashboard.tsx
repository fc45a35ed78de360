import type { User } from "@supabase/auth-js";
import { useState } from "react";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { userName } from "../../session/user-name.ts";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";

const SKELETON = (
  <div className="page-width pb-(--section)">
    <DashboardSkeleton />
  </div>
);

const DashboardMain = part(
  async () => (await import("./dashboard-main.tsx")).DashboardMain,
  SKELETON,
);

export function SubscriptionDashboard({ user }: { user: User }) {
  const { first } = userName(user);
  const queries = useSubscription(user.id);
  const [now] = useState(() => Date.now());
  return (
    <>
      <PageHead title={first === "" ? "Hello." : `Hello, ${first}.`} />
      <DashboardMain user={user} now={now} queries={queries} skeleton={SKELETON} />
    </>
  );
}

/** A card of what to decide and the week, beside two smaller ones. */
export function DashboardSkeleton() {
  return (
    <div className="grid gap-x-10 lg:grid-cols-[2fr_1fr]">
      <div>
        <Skeleton shape="card" />
        <Skeleton />
      </div>
      <div>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
