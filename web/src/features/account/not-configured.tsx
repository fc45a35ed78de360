import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function NotConfigured() {
  return (
    <div className="account-notice">
      <p className="text-lg">{ACCOUNT_MESSAGES.notConfigured}</p>
      <ButtonLink href={paths.home} variant="secondary" className="mt-6">
        Back to the home page
      </ButtonLink>
    </div>
  );
}
