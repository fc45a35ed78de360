import { TextField } from "../../../ui/field.tsx";

type EmailFieldProps = {
  label?: string;
  autoComplete: "username" | "username webauthn" | "email";
  defaultValue?: string | undefined;
};

/** The typed address stays for the pages of one visit, so a visitor who forgot the password does not type it again. */
let typed = "";

/** Password managers save a password under the field `username`. */
export function EmailField({ label = "Email", autoComplete, defaultValue }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={defaultValue ?? (autoComplete === "email" ? undefined : typed)}
      onInput={(event) => {
        typed = event.currentTarget.value;
      }}
      required
    />
  );
}
