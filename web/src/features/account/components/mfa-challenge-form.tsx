import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/json.ts";
import type { Action, Outcome } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EmailLink } from "../../../ui/link.tsx";
import { auth } from "../../session/load-auth-client.ts";
import { askAuth } from "../account-api.ts";
import { accountErrors, sending } from "../account-errors.ts";
import { useMfaChallenge } from "../hooks/use-mfa-challenge.ts";
import { AccountForm } from "./account-form.tsx";
import { OneTimeCodeField, readCode, CodeField } from "./one-time-code-field.tsx";
import { StepHeading } from "./step-heading.tsx";

export function MfaChallengeForm({
  action,
  onVerified,
}: {
  action: Action;
  onVerified: () => Outcome | null;
}) {
  const challenge = useMfaChallenge();
  const { factors, factor, isBySms, mustSendFirst, hasRecoveryCodes } = challenge;
  const [isRecovering, setIsRecovering] = useState(false);

  function showRecovery(isShown: boolean): void {
    action.clear();
    setIsRecovering(isShown);
  }

  async function submit({ id }: Factor, data: FormData): Promise<Outcome | null> {
    if (mustSendFirst) return challenge.sendSms(id);
    return (await challenge.verify(id, readCode(data))) ?? onVerified();
  }

  if (isRecovering) {
    return (
      <RecoveryCodeForm
        action={action}
        onVerified={onVerified}
        onBack={() => showRecovery(false)}
      />
    );
  }

  return (
    <>
      <StepHeading>One more step</StepHeading>
      <p className="account-intro">
        {isBySms
          ? "We’ll text a six-digit code to the phone you set up. Enter it here."
          : "Open your authenticator app and enter the six digits it shows for us."}
      </p>
      <AccountForm
        legend="Security code"
        hasCode={!mustSendFirst}
        action={action}
        onSubmit={(data) => {
          if (factor === undefined) return;
          void action.run(accountErrors(ACCOUNT_MESSAGES.code.failed), () => submit(factor, data));
        }}
      >
        {factors.length > 1 && (
          <SelectField
            label="Get the code from"
            name="factor"
            value={factor?.id}
            onChange={(event) => challenge.choose(event.currentTarget.value)}
            required
          >
            {factors.map((usable) => (
              <option key={usable.id} value={usable.id}>
                {usable.friendly_name ?? (usable.factor_type === "phone" ? "Text message" : "App")}
              </option>
            ))}
          </SelectField>
        )}
        {!mustSendFirst && <OneTimeCodeField />}
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning}>
            {action.isRunning ? "One moment..." : mustSendFirst ? "Text me a code" : "Continue"}
          </Button>
          {hasRecoveryCodes && (
            <Button variant="quiet" onClick={() => showRecovery(true)}>
              Use a recovery code
            </Button>
          )}
          <Button
            variant="quiet"
            onClick={() => {
              void action.runAs("leave", accountErrors(ACCOUNT_MESSAGES.code.failed), async () => {
                await (await auth()).signOut({ scope: "local" });
                return null;
              });
            }}
          >
            Use another account
          </Button>
        </div>
        {!hasRecoveryCodes && (
          <p className="text-sm text-ink-soft">
            Lost your phone? Use the app on another device where you set it up, or write to{" "}
            <EmailLink /> from your account’s email address.
          </p>
        )}
      </AccountForm>
    </>
  );
}

type RecoveryCodeFormProps = {
  action: Action;
  onVerified: () => Outcome | null;
  onBack: () => void;
};

function RecoveryCodeForm({ action, onVerified, onBack }: RecoveryCodeFormProps) {
  return (
    <>
      <StepHeading>Use a recovery code</StepHeading>
      <p className="account-intro">Enter one of the recovery codes you saved. Each works once.</p>
      <AccountForm
        legend="A recovery code"
        hasCode
        action={action}
        onSubmit={sending(action, ACCOUNT_MESSAGES.code.failed, async (data) => {
          const code = readText(data, "code");
          await askAuth((client) => client.mfa.recoveryCodes.verify({ code }));
          return onVerified();
        })}
      >
        <CodeField
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning}>
            {action.isRunning ? "One moment..." : "Continue"}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Use your app instead
          </Button>
        </div>
      </AccountForm>
    </>
  );
}
