import { COMPANY } from "#contracts/company.ts";
import { Guarded } from "../features/account/components/guarded.tsx";
import { PlanChangePage } from "../features/plan-change/components/plan-change-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Change your plan",
  description: `What changes in your ${COMPANY.name} subscription, what is due today and what comes next.`,
  Bar: AccountBar,
  Body: Change,
};

function Change() {
  return (
    <Guarded title="Change your plan">
      {(user) => <PlanChangePage key={user.id} userId={user.id} />}
    </Guarded>
  );
}
