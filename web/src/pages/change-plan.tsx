import { Guarded } from "../features/account/components/guarded.tsx";
import type { Page } from "../lib/page.ts";
import { ChangePlan } from "../features/plan-change/components/plan-change-page.tsx";
import { subscriptionPage } from "../features/subscription/subscription-page-options.ts";

export const page: Page = {
  ...subscriptionPage,
  title: "Change your plan | Tidepost",
  description: "What changes in your Tidepost subscription, what is due today and what comes next.",
  Body: Change,
};

function Change() {
  return <Guarded title="Change your plan">{(user) => <ChangePlan key={user.id} />}</Guarded>;
}
