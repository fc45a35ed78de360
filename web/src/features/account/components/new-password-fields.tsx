import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import type { Outcome } from "../../../lib/use-action.ts";
import { PasswordField } from "./password-field.tsx";

const { mismatch, tooShort, tooLong } = ACCOUNT_MESSAGES.signUp;

export function NewPasswordFields({
  labels: [label, repeatedLabel],
  outcome,
}: {
  labels: readonly [string, string];
  outcome: Outcome | null;
}) {
  const text = outcome?.tone === "error" ? outcome.text : undefined;
  const isLength = text === tooShort || text === tooLong;
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        error={isLength ? text : undefined}
      />
      <PasswordField
        label={repeatedLabel}
        name="repeated"
        autoComplete="new-password"
        error={text === mismatch ? text : undefined}
      />
    </>
  );
}
