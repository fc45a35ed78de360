import { COMPANY } from "#contracts/company.ts";
import {
  DashboardSkeleton,
  SubscriptionDashboard,
} from "../features/dashboard/components/subscription-dashboard.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "Your dashboard",
  description: `Your ${COMPANY.name} subscription, orders and reports in one place.`,
  skeleton: <DashboardSkeleton />,
  For: SubscriptionDashboard,
});
