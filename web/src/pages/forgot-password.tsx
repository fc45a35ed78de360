import { COMPANY } from "#contracts/company.ts";
import { Recovery } from "../features/account/components/recovery.tsx";
import { signInPage } from "../shell/sign-in-page.tsx";

export const page = signInPage({
  title: "Forgot your password?",
  lead: "It happens. Enter your email address and we’ll send you a link and a code to choose a new one.",
  description: `Get a code by email and choose a new password for your ${COMPANY.name} account.`,
  Form: Recovery,
});
