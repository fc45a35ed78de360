import { TextField } from "../../../ui/field.tsx";
import { readTypedEmail, saveTypedEmail } from "../typed-email.ts";

/** Password managers save a password under the field `username`. */
export function EmailField({
  label = "Email",
  autoComplete,
  defaultValue,
}: {
  label?: string;
  autoComplete: "username" | "username webauthn" | "email";
  defaultValue?: string | undefined;
}) {
  return (
    <TextField
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue ?? (autoComplete === "email" ? undefined : readTypedEmail())}
      onInput={(event) => saveTypedEmail(event.currentTarget.value)}
      required
    />
  );
}
