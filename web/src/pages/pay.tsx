import { PayPage } from "../features/dashboard/components/pay-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "Pay what’s due",
  description: "The payment page for what’s due on your subscription.",
  For: PayPage,
});
