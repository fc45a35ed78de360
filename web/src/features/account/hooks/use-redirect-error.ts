import { useEffect } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { type Action, failure, note, type Outcome } from "../../../lib/use-action.ts";
import { accountErrors } from "../account-errors.ts";

export function useRedirectError({ run }: Action, fallback: string): void {
  useEffect(() => {
    const outcome = readRedirectError(window.location.search, fallback);
    if (outcome === null) return;
    window.history.replaceState(null, "", window.location.pathname);
    void run(accountErrors(fallback), async () => outcome);
  }, [run, fallback]);
}

/** @returns null without an error in the query; a note when the user turned back at the provider */
export function readRedirectError(search: string, fallback: string): Outcome | null {
  const values = new URLSearchParams(search);
  if (!values.has("error")) return null;
  const code = values.get("error_code");
  if (
    values.get("error") === "access_denied" &&
    !Object.hasOwn(ACCOUNT_MESSAGES.refused, code ?? "")
  ) {
    return note(ACCOUNT_MESSAGES.signIn.turnedBack);
  }
  return failure(errorMessage({ code }, accountErrors(fallback)));
}
