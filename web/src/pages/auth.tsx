import { COMPANY } from "#contracts/company.ts";
import { AccountFrame } from "../features/account/components/account-frame.tsx";
import { SignIn } from "../features/account/components/sign-in.tsx";
import { SignUp } from "../features/account/components/sign-up.tsx";
import { useReturnTo } from "../features/account/hooks/use-return-to.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { useAction } from "../lib/use-action.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Tabs } from "../ui/tabs.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Sign in or create an account",
  description: `Sign in to ${COMPANY.name}, or create your account, and carry on where you were.`,
  canonical: paths.login,
  Body: Auth,
};

function Auth() {
  const signIn = useAction();
  const signUp = useAction();
  useReturnTo(signIn, signUp);
  return (
    <AccountFrame
      title="Your account"
      lead="Sign in or create an account. Your basket will still be here."
    >
      <Tabs
        label="Your account"
        tabs={[
          { id: "sign-in", label: "Sign in", content: <SignIn action={signIn} /> },
          { id: "sign-up", label: "Create an account", content: <SignUp action={signUp} /> },
        ]}
      />
    </AccountFrame>
  );
}
