import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/form-text.ts";
import type { Action, Outcome } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { auth } from "../../session/load-auth-client.ts";
import { orThrow } from "../account-api.ts";
import { AccountForm } from "./account-form.tsx";
import { CodeField } from "./one-time-code-field.tsx";
import { StepHeading } from "./step-heading.tsx";

export function RecoveryCodeForm({
  action,
  onVerified,
  onBack,
}: {
  action: Action;
  onVerified: () => Outcome | null;
  onBack: () => void;
}) {
  return (
    <>
      <StepHeading>Use a recovery code</StepHeading>
      <p className="account-intro">Enter one of the recovery codes you saved. Each works once.</p>
      <AccountForm
        legend="A recovery code"
        hasCode
        action={action}
        onSubmit={(data) => {
          void action.run(async () => {
            const { recoveryCodes } = (await auth()).mfa;
            orThrow(await recoveryCodes.verify({ code: readText(data, "code") }));
            return onVerified();
          }, apiErrors(ACCOUNT_MESSAGES.code.failed));
        }}
      >
        <CodeField
          label="Recovery code"
          action={action}
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
