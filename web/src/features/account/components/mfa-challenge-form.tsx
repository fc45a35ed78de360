import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { COMPANY } from "#contracts/company.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { note, type Outcome, type Action } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { auth } from "../../session/load-auth-client.ts";
import { useSession } from "../../session/session.ts";
import { orThrow } from "../api/or-throw.ts";
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
  const factors = "user" in session ? (session.user.factors ?? []).filter(isUsable) : [];
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
    orThrow(
      challengeId === null
        ? await client.mfa.challengeAndVerify({ factorId, code })
        : await client.mfa.verify({ factorId, challengeId, code }),
    );
    return onVerified();
  }

  const mustSendFirst = isByText && challengeId === null;
  return (
    <>
      <StepHeading>One more step</StepHeading>
      <p className="account-intro">
        {isByText
          ? "We send a code to the phone that you have set up. Type its six digits here."
          : "Open your authenticator app and type the six digits that it shows for us now."}
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
            label="By"
            name="factor"
            value={factor?.id}
            onChange={(event) => setChosenId(event.currentTarget.value)}
            required
          >
            {factors.map((known) => (
              <option key={known.id} value={known.id}>
                {known.friendly_name ?? (known.factor_type === "phone" ? "Text message" : "App")}
              </option>
            ))}
          </SelectField>
        )}
        {!mustSendFirst && <OneTimeCodeField />}
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning}>
            {action.isRunning ? "One moment..." : mustSendFirst ? "Text me a code" : "Continue"}
          </Button>
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
        <p className="text-sm text-ink-soft">
          Lost your phone? Use the app on another device where you set it up, or write to{" "}
          <a href={`mailto:${COMPANY.email}`} className="text-link">
            {COMPANY.email}
          </a>{" "}
          from the address of your account.
        </p>
      </AccountForm>
    </>
  );
}

function isUsable({ status, factor_type }: Factor): boolean {
  return status === "verified" && (factor_type === "totp" || factor_type === "phone");
}
