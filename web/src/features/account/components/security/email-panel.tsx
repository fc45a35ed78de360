import type { User } from "@supabase/auth-js";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../../lib/json.ts";
import { failure, note, success, useAction } from "../../../../lib/use-action.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmailAddress } from "../../../../ui/email-address.tsx";
import { SelectField } from "../../../../ui/field.tsx";
import { useFormDraft } from "../../../session/form-draft.ts";
import { askAuth, fetchAccountEmail } from "../../account-api.ts";
import { accountErrors, sending } from "../../account-errors.ts";
import { useAccountEmail } from "../../hooks/use-account-email.ts";
import { AccountForm } from "../account-form.tsx";
import { EmailField } from "../email-field.tsx";
import { OneTimeCodeField, readCode } from "../one-time-code-field.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

export function EmailPanel({ user }: { user: User }) {
  const action = useAction();
  const reauthenticate = useReauthentication();
  const draft = useFormDraft("email", user.id);
  const email = useAccountEmail(user);
  const newEmail = user.new_email === undefined || user.new_email === "" ? null : user.new_email;
  return (
    <Panel
      id="email"
      title={PANEL_TITLES.email}
      lead={
        <>
          You sign in with{" "}
          <strong className="wrap-anywhere text-ink">
            <EmailAddress address={user.email ?? ""} />
          </strong>
          . To change it, confirm from both addresses.
        </>
      }
    >
      <AccountForm
        legend="Change your address"
        isFolded
        action={action}
        draft={draft}
        onSubmit={sending(action, SECURITY_MESSAGES.emailFailed, async (data, form) => {
          const change = { email: readText(data, "email").trim().toLowerCase() };
          if (change.email === user.email) return failure(SECURITY_MESSAGES.emailSame);
          const options = { emailRedirectTo: window.location.origin + paths.accountSecurity };
          await reauthenticate(() => askAuth((client) => client.updateUser(change, options)));
          form.reset();
          draft.forget();
          const email = await fetchAccountEmail().catch(() => null);
          return note(
            email?.is_new_address_enough === true
              ? SECURITY_MESSAGES.emailSentToNew
              : SECURITY_MESSAGES.emailSent,
          );
        })}
      >
        <EmailField label="New email address" autoComplete="email" />
        <Button type="submit" variant="secondary" className="justify-self-start">
          {action.isRunning ? "Sending..." : "Change address"}
        </Button>
      </AccountForm>
      {newEmail !== null && (
        <PendingEmail
          email={user.email ?? ""}
          newEmail={newEmail}
          isNewEnough={email?.is_new_address_enough === true}
        />
      )}
    </Panel>
  );
}

type PendingEmailProps = {
  email: string;
  newEmail: string;
  isNewEnough: boolean;
};

function PendingEmail({ email, newEmail, isNewEnough }: PendingEmailProps) {
  const action = useAction();
  const addresses = isNewEnough ? [newEmail] : [newEmail, email];
  return (
    <div className="account-aside">
      <h3 className="text-lg">
        Waiting for{" "}
        <span className="wrap-anywhere">
          <EmailAddress address={newEmail} />
        </span>
      </h3>
      <p className="account-intro">
        {addresses.length === 1
          ? "Open the link in our email to it, or enter its code."
          : "Open the links in our emails to both addresses, or enter their codes."}
      </p>
      <AccountForm
        legend="Confirm the new address"
        hasCode
        action={action}
        onSubmit={sending(action, ACCOUNT_MESSAGES.code.failed, async (data, form) => {
          const code = { email: readText(data, "address"), token: readCode(data) };
          const { session } = await askAuth((client) =>
            client.verifyOtp({ type: "email_change", ...code }),
          );
          form.reset();
          return session === null
            ? note(SECURITY_MESSAGES.emailHalfDone)
            : success(SECURITY_MESSAGES.emailChanged);
        })}
      >
        <SelectField label="Code sent to" name="address" required>
          {addresses.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
        </SelectField>
        <OneTimeCodeField />
        <div className="account-actions">
          <Button type="submit" variant="secondary">
            {action.isRunning ? "Checking..." : "Confirm the change"}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              void action.runAs(
                "withdraw",
                accountErrors(SECURITY_MESSAGES.emailFailed),
                async () => {
                  // Asking for the present address withdraws the change.
                  await askAuth((client) => client.updateUser({ email }));
                  return null;
                },
              );
            }}
          >
            Keep my address
          </Button>
        </div>
      </AccountForm>
    </div>
  );
}
