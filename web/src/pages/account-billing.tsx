import { BILLING_TITLE, BillingPage } from "../features/billing/components/billing-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const page = signedInPage({
  title: BILLING_TITLE,
  description: "Your card, your next payment, and every invoice with its PDF and receipt.",
  skeleton: <Skeleton shape="panels" />,
  For: BillingPage,
});
