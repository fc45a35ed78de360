import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { readText } from "../../../../lib/json.ts";
import { failure, type Outcome, success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { askAuth } from "../../account-api.ts";
import { sending } from "../../account-errors.ts";
import { checkPasswords } from "../../check-passwords.ts";
import { AccountForm } from "../account-form.tsx";
import { NewPasswordFields } from "../new-password-fields.tsx";
import { PasswordField } from "../password-field.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

export function PasswordPanel({ email }: { email: string }) {
  const action = useAction();
  const reauthenticate = useReauthentication();

  async function change(data: FormData, form: HTMLFormElement): Promise<Outcome> {
    const password = readText(data, "password");
    const passwordError = checkPasswords(password, readText(data, "repeated"));
    if (passwordError !== null) return failure(passwordError);
    const change = { password, current_password: readText(data, "current") };
    await reauthenticate(() => askAuth((client) => client.updateUser(change)), "code");
    form.reset();
    return success(SECURITY_MESSAGES.passwordChanged);
  }

  return (
    <Panel
      id="password"
      title={PANEL_TITLES.password}
      lead="Changing it signs out every other device."
    >
      <AccountForm
        legend="Change your password"
        isFolded
        action={action}
        onSubmit={sending(action, SECURITY_MESSAGES.passwordFailed, change)}
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
            Leave this empty if you don’t have one or can’t remember it.
          </p>
        </div>
        <NewPasswordFields labels={["New password", "Confirm new password"]} />
        <Button type="submit" variant="secondary" className="justify-self-start">
          {action.isRunning ? "Saving..." : "Change password"}
        </Button>
      </AccountForm>
    </Panel>
  );
}
