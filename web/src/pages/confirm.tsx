import { COMPANY } from "#contracts/company.ts";
import { Confirmation } from "../features/account/components/confirmation.tsx";
import { signInPage } from "../shell/sign-in-page.tsx";

export const page = signInPage({
  title: "Confirm",
  heading: "Confirm it’s you",
  description: `Confirm your email address, sign in or choose a new password, by an email from ${COMPANY.name}.`,
  Form: Confirmation,
});
