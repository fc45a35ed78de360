import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import type { Action, Outcome } from "../../lib/use-action.ts";
import { apiErrors } from "../session/api-errors.ts";

/** Adds our texts for GoTrue's refusals, because GoTrue words them for developers. */
export const accountErrors = (fallback: string): ErrorTexts => ({
  ...apiErrors(fallback),
  codes: ACCOUNT_MESSAGES.refused,
});

/** Runs what a sent form does. @param failed for a refusal that has no text of its own */
export const sending =
  (
    action: Action,
    failed: string,
    perform: (data: FormData, form: HTMLFormElement) => Promise<Outcome | null>,
  ) =>
  (data: FormData, form: HTMLFormElement) =>
    void action.run(accountErrors(failed), () => perform(data, form));
