import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { codeOf } from "../../../lib/error-message.ts";
import { readText } from "../../../lib/json.ts";
import { note, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { callApi } from "../../session/call-api.ts";
import { askAuth } from "../account-api.ts";
import { accountErrors } from "../account-errors.ts";
import { AccountForm } from "./account-form.tsx";
import { OneTimeCodeField, readCode } from "./one-time-code-field.tsx";
import { PasswordField } from "./password-field.tsx";

/** A forgotten password is replaced with the proof of a mailed or texted code. */
type Proof = "any" | "code";

type Question = {
  readonly proof: Proof;
  readonly answer: (isProven: boolean) => void;
};

type Reauthenticate = <T>(perform: () => Promise<T>, proof?: Proof) => Promise<T>;

const NEEDS_PROOF: ReadonlySet<string | null> = new Set([
  "reauthentication_needed",
  "current_password_required",
]);

const Context = createContext<Reauthenticate>((perform) => perform());

/** Performs what may need a recent sign-in: when refused for it, asks the user, then performs it again. */
export function useReauthentication(): Reauthenticate {
  return useContext(Context);
}

export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const reauthenticate = useCallback<Reauthenticate>(async (perform, proof = "any") => {
    try {
      return await perform();
    } catch (error) {
      if (!NEEDS_PROOF.has(codeOf(error))) throw error;
      const isProven = await new Promise<boolean>((answer) => {
        setQuestion({ proof, answer });
      });
      setQuestion(null);
      if (!isProven) throw error;
      return perform();
    }
  }, []);

  return (
    <Context value={reauthenticate}>
      {children}
      <Dialog
        open={question !== null}
        onClose={() => question?.answer(false)}
        title="Make sure it’s you"
      >
        {question !== null && <ProofForm {...question} />}
      </Dialog>
    </Context>
  );
}

function ProofForm({ proof, answer }: Question) {
  const action = useAction();
  const [hasCode, setHasCode] = useState(false);

  function sendCode(): void {
    void action.runAs("send", accountErrors(SECURITY_MESSAGES.codeNotSent), async () => {
      await askAuth((client) => client.reauthenticate());
      setHasCode(true);
      return note(SECURITY_MESSAGES.codeSent);
    });
  }

  const asksPassword = !hasCode && proof === "any";
  return (
    <>
      <p className="account-intro">
        {asksPassword
          ? "It’s been a while since you signed in. Enter your password, or let us send you a code."
          : "It’s been a while since you signed in, so we send you a code."}
      </p>
      <AccountForm
        legend="Make sure it’s you"
        hasCode={hasCode}
        action={action}
        onSubmit={(data) => {
          if (!hasCode && !asksPassword) return sendCode();
          void action.run(accountErrors(SECURITY_MESSAGES.proofFailed), async () => {
            await callApi(
              "POST",
              "account/reauthenticate",
              hasCode ? { nonce: readCode(data) } : { password: readText(data, "password") },
            );
            answer(true);
            return null;
          });
        }}
      >
        {asksPassword && (
          <PasswordField label="Your password" name="password" autoComplete="current-password" />
        )}
        {hasCode && <OneTimeCodeField label="Code we sent you" />}
        <div className="account-actions">
          <Button type="submit">
            {action.isRunning
              ? "One moment..."
              : hasCode || asksPassword
                ? "Continue"
                : "Send me a code"}
          </Button>
          {(hasCode || asksPassword) && (
            <Button variant="quiet" onClick={sendCode}>
              {hasCode ? "Send a new code" : "Send me a code"}
            </Button>
          )}
        </div>
      </AccountForm>
    </>
  );
}
