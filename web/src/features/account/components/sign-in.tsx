import { useState } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { codeOf } from "../../../lib/error-message.ts";
import { readText } from "../../../lib/json.ts";
import { note, type Outcome, success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { auth } from "../../session/load-auth-client.ts";
import { readSession, useSession } from "../../session/session.ts";
import { throwIfError } from "../account-api.ts";
import { sending } from "../account-errors.ts";
import { useRedirectError } from "../hooks/use-redirect-error.ts";
import { useReturnTo } from "../hooks/use-return-to.ts";
import { REDIRECT_AFTER_MS } from "../redirect-delay.ts";
import { AccountForm } from "./account-form.tsx";
import { CodeStep } from "./code-step.tsx";
import { EmailField } from "./email-field.tsx";
import { MfaStep } from "./mfa-step.tsx";
import { OtherWaysToSignIn } from "./other-ways-to-sign-in.tsx";
import { PasswordField } from "./password-field.tsx";

export function SignIn() {
  const action = useAction();
  useReturnTo(action);
  const { state } = useSession();
  useRedirectError(action, ACCOUNT_MESSAGES.signIn.providerFailed);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  // Stays true while the success message is shown: by then the session is at AAL2.
  const [needsCode, setNeedsCode] = useState(false);
  if (state === "awaiting-code" && !needsCode) setNeedsCode(true);
  if (state === "visitor" && needsCode) setNeedsCode(false);

  if (needsCode) return <MfaStep action={action} onVerified={signedIn} />;

  if (unconfirmed !== null) {
    return (
      <CodeStep
        email={unconfirmed}
        purpose="signup"
        isSent={false}
        action={action}
        button="Confirm and sign in"
        onVerified={signedIn}
        onBack={() => setUnconfirmed(null)}
      />
    );
  }

  async function signIn(email: string, password: string): Promise<Outcome | null> {
    const client = await auth();
    const { error } = await client.signInWithPassword({ email, password });
    if (codeOf(error) === "email_not_confirmed") {
      setUnconfirmed(email);
      return note(ACCOUNT_MESSAGES.refused.email_not_confirmed);
    }
    throwIfError(error);
    return signedIn();
  }

  return (
    <>
      <OtherWaysToSignIn action={action} onSignedIn={signedIn} />
      <AccountForm
        legend="Sign in"
        action={action}
        onSubmit={sending(action, ACCOUNT_MESSAGES.signIn.failed, (data) =>
          signIn(readText(data, "email"), readText(data, "password")),
        )}
      >
        <EmailField autoComplete="username webauthn" />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning} className="justify-self-start">
            {action.isRunning ? "Signing in..." : "Sign In"}
          </Button>
          <TextLink href={paths.forgotPassword}>Forgot your password?</TextLink>
        </div>
      </AccountForm>
    </>
  );
}

/** Null while the second factor is due: the page asks for it. */
function signedIn(): Outcome | null {
  return readSession().state === "signed-in"
    ? success(ACCOUNT_MESSAGES.signIn.success, REDIRECT_AFTER_MS)
    : null;
}
