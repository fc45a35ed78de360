import { Guarded } from "../features/account/components/guarded.tsx";
import { CancelPage } from "../features/cancellation/components/cancel-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Cancel your subscription",
  description: "What ends and when, what might help, and the button that cancels.",
  Bar: AccountBar,
  Body: CancelSubscription,
};

function CancelSubscription() {
  return <Guarded title="Cancel your subscription">{(user) => <CancelPage user={user} />}</Guarded>;
}
