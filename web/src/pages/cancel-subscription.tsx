import { CancelPage } from "../features/cancellation/components/cancel-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "Cancel your subscription",
  description: "What ends and when, what might help, and the button that cancels.",
  For: CancelPage,
});
