import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";

/** While it is found out who is here. */
export function Loading() {
  return (
    <output className="account-loading">
      <span className="spinner" aria-hidden="true" />
      {ACCOUNT_MESSAGES.loading}
    </output>
  );
}
