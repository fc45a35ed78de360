import { TextField } from "../../ui/field.tsx";

/** An email address. `username` is what password managers file a password under. */
export function EmailField({
  label = "Email",
  autoComplete,
  defaultValue,
}: {
  label?: string;
  autoComplete: "username" | "email";
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
      defaultValue={defaultValue}
      required
    />
  );
}
