import { COMPANY } from "#contracts/company.ts";
import { SignUp } from "../features/account/components/sign-up.tsx";
import { paths } from "../paths.ts";
import { signInPage } from "../shell/sign-in-page.tsx";
import { TextLink } from "../ui/link.tsx";

export const page = signInPage({
  title: "Create your account",
  heading: "Create Your Account",
  lead: (
    <>
      Already have an account? <TextLink href={paths.login}>Sign in</TextLink>
    </>
  ),
  description: `One account for your ${COMPANY.name} plan, your orders and the posts you approve.`,
  Form: SignUp,
});
