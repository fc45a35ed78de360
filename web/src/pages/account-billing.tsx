import { Guarded } from "../features/account/components/guarded.tsx";
import { BILLING_TITLE, BillingPage } from "../features/billing/components/billing-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Billing and invoices",
  description: "Your card, your next payment, and every invoice with its PDF and receipt.",
  Bar: AccountBar,
  Body: AccountBilling,
};

function AccountBilling() {
  return <Guarded title={BILLING_TITLE}>{(user) => <BillingPage user={user} />}</Guarded>;
}
