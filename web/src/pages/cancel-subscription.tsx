import { Guarded } from "../features/account/components/guarded.tsx";
import { cancellationPageOptions } from "../features/cancellation/cancellation-page-options.ts";
import { CancelPage } from "../features/cancellation/components/cancel-page.tsx";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...cancellationPageOptions,
  title: "Cancel your subscription",
  description: "What ends and when, what might help, and the button that cancels.",
  Bar: AccountBar,
  Body: CancelSubscription,
};

function CancelSubscription() {
  return <Guarded title="Cancel your subscription">{(user) => <CancelPage user={user} />}</Guarded>;
}
