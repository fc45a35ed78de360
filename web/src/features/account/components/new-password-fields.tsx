import { use } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { FormActionContext } from "../form-action.ts";
import { PasswordField } from "./password-field.tsx";

const { mismatch, tooShort, tooLong } = ACCOUNT_MESSAGES.signUp;

type NewPasswordFieldsProps = { labels: readonly [string, string] };

export function NewPasswordFields({ labels: [label, repeatedLabel] }: NewPasswordFieldsProps) {
  const text = use(FormActionContext)?.errorText ?? undefined;
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
