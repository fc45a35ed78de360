import { COMPANY } from "#contracts/company.ts";
import { AccountFrame } from "../features/account/components/account-frame.tsx";
import { SignUp } from "../features/account/components/sign-up.tsx";
import { useReturnTo } from "../features/account/hooks/use-return-to.ts";
import { useAction } from "../lib/use-action.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { signInShell } from "../shell/sign-in-shell.tsx";
import { TextLink } from "../ui/link.tsx";

export const page: Page = {
  ...signInShell,
  title: "Create your account",
  description: `One account for your ${COMPANY.name} plan, your orders and the posts you approve.`,
  Body: Signup,
};

function Signup() {
  const action = useAction();
  useReturnTo(action);
  return (
    <AccountFrame
      title="Create Your Account"
      lead={
        <>
          Already have an account? <TextLink href={paths.login}>Sign in</TextLink>
        </>
      }
    >
      <SignUp action={action} />
    </AccountFrame>
  );
}
