import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { Button } from "../../ui/button.tsx";
import { auth } from "../session/auth.ts";
import { useSession } from "../session/session.ts";
import { AccountForm } from "./account-form.tsx";
import { checkPasswords } from "./check-passwords.ts";
import { readText } from "./one-time-code-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { MfaStep } from "./mfa-step.tsx";
import { orThrow, problem, type Submission, success } from "./use-submission.ts";

const ONWARD_MS = 1_000;

export function NewPassword({ submission }: { submission: Submission }) {
  const session = useSession();
  if (session.state === "awaiting-code") {
    return <MfaStep submission={submission} whenRight={() => null} />;
  }
  const email = "user" in session ? session.user.email : undefined;
  return (
    <AccountForm
      legend="Your new password"
      submission={submission}
      onSend={(data) => {
        void submission.run(async () => {
          const password = readText(data, "password");
          const mistake = checkPasswords(password, readText(data, "repeated"));
          if (mistake !== null) return problem(mistake);
          orThrow(await (await auth()).updateUser({ password }));
          return success(ACCOUNT_MESSAGES.recovery.done, ONWARD_MS);
        }, ACCOUNT_MESSAGES.recovery.failed);
      }}
    >
      {/* Lets password managers save the new password under this address. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="New password" name="password" autoComplete="new-password" />
      <PasswordField label="Confirm new password" name="repeated" autoComplete="new-password" />
      <p className="text-sm text-ink-soft">
        At least 6 characters; longer is better. Every other device is signed out.
      </p>
      <Button type="submit" arrow={!submission.busy} className="account-submit">
        {submission.busy ? "Saving..." : "Save my new password"}
      </Button>
    </AccountForm>
  );
}
