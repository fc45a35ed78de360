import { Guarded } from "../features/account/components/guarded.tsx";
import { PayPage } from "../features/dashboard/components/pay-page.tsx";
import { subscriptionPageOptions } from "../features/subscription/subscription-page-options.ts";
import type { Page } from "../lib/page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...subscriptionPageOptions,
  title: "Pay an open invoice",
  description: "Leads to the payment page of your subscription’s open invoice.",
  Bar: AccountBar,
  Body: Pay,
};

function Pay() {
  return <Guarded title="Pay an open invoice">{(user) => <PayPage user={user} />}</Guarded>;
}
