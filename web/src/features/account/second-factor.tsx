import { ACCOUNT_MESSAGES } from "#contracts/account-messages.ts";
import { COMPANY } from "#contracts/company.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { auth } from "../session/auth.ts";
import { useSession } from "../session/session.ts";
import { AccountForm } from "./account-form.tsx";
import { CodeField, readCode, readText } from "./code-field.tsx";
import { StepHeading } from "./step-heading.tsx";
import { orThrow, type Outcome, type Submission } from "./use-submission.ts";

/** Asks for the code of the authenticator app, which raises the session to what all doors open for. */
export function SecondFactor({
  submission,
  whenRight,
}: {
  submission: Submission;
  whenRight: () => Outcome | null;
}) {
  const session = useSession();

  const apps =
    "user" in session
      ? (session.user.factors ?? []).filter(
          (factor) => factor.factor_type === "totp" && factor.status === "verified",
        )
      : [];

  return (
    <>
      <StepHeading>One more step</StepHeading>
      <p className="account-intro">
        Open your authenticator app and type the six digits that it shows for us now.
      </p>
      <AccountForm
        legend="The code of your app"
        submission={submission}
        onSend={(data) => {
          const code = readCode(data);
          const factorId = readText(data, "factor") || (apps[0]?.id ?? "");
          void submission.run(async () => {
            const client = await auth();
            orThrow(await client.mfa.challengeAndVerify({ factorId, code }));
            return whenRight();
          }, ACCOUNT_MESSAGES.code.failed);
        }}
      >
        {apps.length > 1 && (
          <SelectField label="App" name="factor" required>
            {apps.map((app, index) => (
              <option key={app.id} value={app.id}>
                {app.friendly_name ?? `App ${index + 1}`}
              </option>
            ))}
          </SelectField>
        )}
        <CodeField />
        <div className="account-actions">
          <Button type="submit" arrow={!submission.busy}>
            {submission.busy ? "Checking..." : "Continue"}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              void submission.run(async () => {
                await (await auth()).signOut({ scope: "local" });
                return null;
              }, ACCOUNT_MESSAGES.code.failed);
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
