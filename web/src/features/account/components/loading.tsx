import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";

export function Loading() {
  return (
    <output className="account-loading needs-script">
      <span className="spinner" aria-hidden="true" />
      {ACCOUNT_MESSAGES.loading}
    </output>
  );
}
