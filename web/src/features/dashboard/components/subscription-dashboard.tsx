import type { User } from "@supabase/auth-js";
import { lazy, Suspense } from "react";
import { PageHead } from "../../../ui/page-title.tsx";
import { userName } from "../../session/user-name.ts";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";

const DashboardMain = lazy(async () => ({
  default: (await import("./dashboard-main.tsx")).DashboardMain,
}));

export function SubscriptionDashboard({ user }: { user: User }) {
  const { first } = userName(user);
  const queries = useSubscription(user.id);
  const skeleton = <DashboardSkeleton />;
  return (
    <>
      <PageHead title={first === "" ? "Hello." : `Hello, ${first}.`} />
      <Suspense fallback={skeleton}>
        <DashboardMain user={user} queries={queries} skeleton={skeleton} />
      </Suspense>
    </>
  );
}
