import { COMPANY } from "#contracts/company.ts";
import { PlanChangePage } from "../features/plan-change/components/plan-change-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "Change your plan",
  description: `What changes in your ${COMPANY.name} subscription, what is due today and what comes next.`,
  For: PlanChangePage,
});
