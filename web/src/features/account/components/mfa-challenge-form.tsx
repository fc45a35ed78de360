import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { COMPANY } from "#contracts/company.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/form-text.ts";
import { failure, note, type Outcome, type Action } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { auth } from "../../session/load-auth-client.ts";
import { useSession } from "../../session/session.ts";
import { orThrow, throwIfError } from "../api/or-throw.ts";
import { tooManyCodes } from "../code-refusal.ts";
import { AccountForm } from "./account-form.tsx";
import { OneTimeCodeField, readCode } from "./one-time-code-field.tsx";
import { StepHeading } from "./step-heading.tsx";

export function MfaChallengeForm({
  action,
  onVerified,
}: {
  action: Action;
  onVerified: () => Outcome | null;
}) {
  const session = useSession();
  const known = "user" in session ? (session.user.factors ?? []) : [];
  const factors = known.filter(isUsable);
  const hasRecoveryCodes = known.some(({ factor_type: type }) => type === "recovery_code");
  const [isRecovering, setIsRecovering] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [textChallenge, setTextChallenge] = useState<{
    factorId: string;
    challengeId: string;
  } | null>(null);
  const factor = factors.find(({ id }) => id === chosenId) ?? factors[0];
  const isByText = factor?.factor_type === "phone";
  const challengeId =
    isByText && textChallenge?.factorId === factor.id ? textChallenge.challengeId : null;

  async function sendText(factorId: string): Promise<Outcome> {
    const client = await auth();
    const { id } = orThrow(await client.mfa.challenge({ factorId }));
    setTextChallenge({ factorId, challengeId: id });
    return note(ACCOUNT_MESSAGES.code.texted);
  }

  async function verify(factorId: string, code: string): Promise<Outcome | null> {
    const client = await auth();
    const { error } =
      challengeId === null
        ? await client.mfa.challengeAndVerify({ factorId, code })
        : await client.mfa.verify({ factorId, challengeId, code });
    const refusal = tooManyCodes(error);
    if (refusal !== null) return failure(refusal);
    throwIfError(error);
    return onVerified();
  }

  if (isRecovering) {
    return (
      <RecoveryCodeForm
        action={action}
        onVerified={onVerified}
        onBack={() => {
          action.clear();
          setIsRecovering(false);
        }}
      />
    );
  }

  const mustSendFirst = isByText && challengeId === null;
  return (
    <>
      <StepHeading>One more step</StepHeading>
      <p className="account-intro">
        {isByText
          ? "We’ll text a six-digit code to the phone you set up. Enter it here."
          : "Open your authenticator app and enter the six digits it shows for us."}
      </p>
      <AccountForm
        legend="Your second step"
        action={action}
        onSubmit={(data) => {
          if (factor === undefined) return;
          void action.run(
            () => (mustSendFirst ? sendText(factor.id) : verify(factor.id, readCode(data))),
            apiErrors(ACCOUNT_MESSAGES.code.failed),
          );
        }}
      >
        {factors.length > 1 && (
          <SelectField
            label="Get the code from"
            name="factor"
            value={factor?.id}
            onChange={(event) => setChosenId(event.currentTarget.value)}
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
            <Button
              variant="quiet"
              onClick={() => {
                action.clear();
                setIsRecovering(true);
              }}
            >
              Use a recovery code
            </Button>
          )}
          <Button
            variant="quiet"
            onClick={() => {
              void action.run(async () => {
                await (await auth()).signOut({ scope: "local" });
                return null;
              }, apiErrors(ACCOUNT_MESSAGES.code.failed));
            }}
          >
            Use another account
          </Button>
        </div>
        {!hasRecoveryCodes && (
          <p className="text-sm text-ink-soft">
            Lost your phone? Use the app on another device where you set it up, or write to{" "}
            <a href={`mailto:${COMPANY.email}`} className="text-link">
              {COMPANY.email}
            </a>{" "}
            from your account’s email address.
          </p>
        )}
      </AccountForm>
    </>
  );
}

function RecoveryCodeForm({
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
        action={action}
        onSubmit={(data) => {
          void action.run(async () => {
            const { recoveryCodes } = (await auth()).mfa;
            orThrow(await recoveryCodes.verify({ code: readText(data, "code") }));
            return onVerified();
          }, apiErrors(ACCOUNT_MESSAGES.code.failed));
        }}
      >
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
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

function isUsable({ status, factor_type }: Factor): boolean {
  return status === "verified" && (factor_type === "totp" || factor_type === "phone");
}
