import { Guarded } from "../features/account/components/guarded.tsx";
import { PayPage } from "../features/dashboard/components/pay-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Pay what’s due",
  description: "The payment page for what’s due on your subscription.",
  Bar: AccountBar,
  Body: Pay,
};

function Pay() {
  return <Guarded title="Pay what’s due">{(user) => <PayPage user={user} />}</Guarded>;
}
