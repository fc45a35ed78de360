import { COMPANY } from "#contracts/company.ts";
import { AccountFrame } from "../features/account/components/account-frame.tsx";
import { Recovery } from "../features/account/components/recovery.tsx";
import type { Page } from "../page.ts";
import { signInShell } from "../shell/sign-in-shell.tsx";

export const page: Page = {
  ...signInShell,
  title: "Forgot your password?",
  description: `Get a code by email and choose a new password for your ${COMPANY.name} account.`,
  Body: ForgotPassword,
};

function ForgotPassword() {
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="It happens. Enter your email address and we’ll send you a link and a code to choose a new one."
    >
      <Recovery />
    </AccountFrame>
  );
}
