import { useEffect } from "react";
import { PASSKEY_MESSAGES } from "#contracts/messages/passkeys.ts";
import { codeOf } from "../../../lib/error-message.ts";
import type { Action, Outcome } from "../../../lib/use-action.ts";
import { auth } from "../../session/load-auth-client.ts";
import { throwIfError } from "../account-api.ts";
import { passkeyErrors } from "../passkey-errors.ts";

/** Errors are shown only once the user has chosen a passkey. */
const AFTER_A_CHOICE = /^(?:webauthn_|user_banned$|email_not_confirmed$)/;

/**
 * Offers passkeys among the browser's suggestions for the field `username webauthn`. Gives way to
 * every other action of the form, because browsers allow one request at a time.
 */
export function usePasskeyAutofill(
  { isRunning, outcome, run }: Action,
  onSignedIn: (() => Outcome | null) | null,
): void {
  const isLeaving = (outcome?.redirectAfterMs ?? 0) > 0;
  const signedIn = isRunning || isLeaving ? null : onSignedIn;
  useEffect(() => {
    if (signedIn === null) return;
    const abort = new AbortController();
    async function offer(onChosen: () => Outcome | null): Promise<void> {
      const answer = await signInBySuggestion(abort.signal);
      if (answer === null) return;
      const { error } = answer;
      if (error !== null && !AFTER_A_CHOICE.test(codeOf(error) ?? "")) return;
      await run(passkeyErrors(PASSKEY_MESSAGES.signInFailed), async () => {
        throwIfError(error);
        return onChosen();
      });
    }
    offer(signedIn).catch(() => undefined);
    return () => abort.abort();
  }, [signedIn, run]);
}

/** @returns null where the browser cannot suggest passkeys */
async function signInBySuggestion(signal: AbortSignal) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
  await firstActivity(signal);
  return (await auth()).signInWithPasskey({ options: { mediation: "conditional", signal } });
}

const ACTIVITY = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** The auth client is a fifth of the page, so it is not fetched for machines. */
function firstActivity(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    for (const type of ACTIVITY) window.addEventListener(type, resolve, { once: true, signal });
  });
}
