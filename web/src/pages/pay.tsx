import { Guarded } from "../features/account/components/guarded.tsx";
import { PayPage } from "../features/dashboard/components/pay-page.tsx";
import { subscriptionPageOptions } from "../features/subscription/subscription-page-options.ts";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...subscriptionPageOptions,
  title: "Pay an open invoice | Tidepost",
  description: "Leads to the payment page of your subscription's open invoice.",
  Body: Pay,
};

function Pay() {
  return <Guarded title="Pay an open invoice">{(user) => <PayPage user={user} />}</Guarded>;
}
