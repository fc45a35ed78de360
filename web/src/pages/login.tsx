import { COMPANY } from "#contracts/company.ts";
import { SignIn } from "../features/account/components/sign-in.tsx";
import { paths } from "../paths.ts";
import { signInPage } from "../shell/sign-in-page.tsx";
import { TextLink } from "../ui/link.tsx";

export const page = signInPage({
  title: "Sign in",
  heading: "Welcome Back",
  lead: (
    <>
      New here? <TextLink href={paths.signup}>Create an account</TextLink>
    </>
  ),
  description: `Sign in to manage your ${COMPANY.name} subscription, orders and account.`,
  Form: SignIn,
});
