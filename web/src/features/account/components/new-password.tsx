import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/json.ts";
import { type Action, failure, success } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { useSession } from "../../session/session.ts";
import { askAuth } from "../account-api.ts";
import { sending } from "../account-errors.ts";
import { checkPasswords } from "../check-passwords.ts";
import { REDIRECT_AFTER_MS } from "../redirect-delay.ts";
import { AccountForm } from "./account-form.tsx";
import { MfaStep } from "./mfa-step.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { useReauthentication } from "./reauthentication.tsx";

export function NewPassword({ action }: { action: Action }) {
  const session = useSession();
  const reauthenticate = useReauthentication();
  if (session.state === "awaiting-code") {
    return <MfaStep action={action} onVerified={() => null} />;
  }
  const email = "user" in session ? session.user.email : undefined;
  return (
    <AccountForm
      legend="Your new password"
      action={action}
      onSubmit={sending(action, ACCOUNT_MESSAGES.recovery.failed, async (data) => {
        const password = readText(data, "password");
        const passwordError = checkPasswords(password, readText(data, "repeated"));
        if (passwordError !== null) return failure(passwordError);
        await reauthenticate(() => askAuth((client) => client.updateUser({ password })), "code");
        return success(ACCOUNT_MESSAGES.recovery.done, REDIRECT_AFTER_MS);
      })}
    >
      {/* Lets password managers save the new password under this address. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields labels={["New password", "Confirm new password"]} />
      <p className="text-sm text-ink-soft">
        At least 6 characters; longer is better. Every other device will be signed out.
      </p>
      <Button type="submit" arrow={!action.isRunning} className="justify-self-start">
        {action.isRunning ? "Saving..." : "Save my new password"}
      </Button>
    </AccountForm>
  );
}
