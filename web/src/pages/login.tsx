import { COMPANY } from "#contracts/company.ts";
import { AccountFrame } from "../features/account/components/account-frame.tsx";
import { SignIn } from "../features/account/components/sign-in.tsx";
import { useReturnTo } from "../features/account/hooks/use-return-to.ts";
import { useAction } from "../lib/use-action.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { signInShell } from "../shell/sign-in-shell.tsx";
import { TextLink } from "../ui/link.tsx";

export const page: Page = {
  ...signInShell,
  title: "Sign in",
  description: `Sign in to manage your ${COMPANY.name} subscription, orders and account.`,
  Body: Login,
};

function Login() {
  const action = useAction();
  useReturnTo(action);
  return (
    <AccountFrame
      title="Welcome Back"
      lead={
        <>
          New here? <TextLink href={paths.signup}>Create an account</TextLink>
        </>
      }
    >
      <SignIn action={action} />
    </AccountFrame>
  );
}
