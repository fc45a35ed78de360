import { COMPANY } from "#contracts/company.ts";
import { AccountFrame } from "../features/account/components/account-frame.tsx";
import { Confirmation } from "../features/account/components/confirmation.tsx";
import type { Page } from "../page.ts";
import { signInShell } from "../shell/sign-in-shell.tsx";

export const page: Page = {
  ...signInShell,
  title: "Confirm",
  description: `Confirm your email address, sign in or choose a new password, by an email from ${COMPANY.name}.`,
  Body: Confirm,
};

function Confirm() {
  return (
    <AccountFrame title="Confirm it’s you">
      <Confirmation />
    </AccountFrame>
  );
}
