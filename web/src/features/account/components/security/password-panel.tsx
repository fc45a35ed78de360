import { useState } from "react";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { codeOf } from "../../../../lib/error-message.ts";
import { readText } from "../../../../lib/form-text.ts";
import { failure, note, type Outcome, success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { apiErrors } from "../../../session/api-errors.ts";
import { auth } from "../../../session/load-auth-client.ts";
import { orThrow, throwIfError } from "../../api/or-throw.ts";
import { checkPasswords } from "../../check-passwords.ts";
import { AccountForm } from "../account-form.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { OneTimeCodeField, readCode } from "../one-time-code-field.tsx";
import { PasswordField } from "../password-field.tsx";
import { Panel } from "./panel.tsx";

export function PasswordPanel({ email }: { email: string }) {
  const action = useAction();
  const [needsCode, setNeedsCode] = useState(false);

  async function change(data: FormData, form: HTMLFormElement): Promise<Outcome> {
    const password = readText(data, "password");
    const passwordError = checkPasswords(password, readText(data, "repeated"));
    if (passwordError !== null) return failure(passwordError);
    const client = await auth();
    const { error } = await client.updateUser({
      password,
      current_password: readText(data, "current"),
      ...(needsCode && { nonce: readCode(data) }),
    });
    if (codeOf(error) === "reauthentication_needed" && !needsCode) {
      orThrow(await client.reauthenticate());
      setNeedsCode(true);
      return note(SECURITY_MESSAGES.passwordCode);
    }
    throwIfError(error);
    setNeedsCode(false);
    form.reset();
    return success(SECURITY_MESSAGES.passwordChanged);
  }

  return (
    <Panel id="password" title="Password" lead="Changing it signs out every other device.">
      <AccountForm
        legend="Change your password"
        action={action}
        onSubmit={(data, form) =>
          void action.run(() => change(data, form), apiErrors(SECURITY_MESSAGES.passwordFailed))
        }
      >
        {/* Lets password managers save the new password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <div>
          <PasswordField
            label="Current password"
            name="current"
            autoComplete="current-password"
            isOptional
          />
          <p className="mt-2 text-sm text-ink-soft">
            Leave this empty if you don’t have one, or have just signed in with a code or link.
          </p>
        </div>
        <NewPasswordFields
          labels={["New password", "Confirm new password"]}
          outcome={action.outcome}
        />
        {needsCode && <OneTimeCodeField label="Code from our email" />}
        <Button type="submit" variant="secondary" className="account-submit">
          {action.isRunning ? "Saving..." : "Change password"}
        </Button>
      </AccountForm>
    </Panel>
  );
}
