import { TextField } from "../../ui/field.tsx";

/** Six digits from a mail or an app. Pasting them with blanks is fine; see `readCode`. */
export function OneTimeCodeField({ label = "Six-digit code" }: { label?: string }) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(?:[0-9]\s*){6}"
      title="The six digits of the code"
      className="code-field"
      required
    />
  );
}

/** The digits of a code, however they were typed. */
export function readCode(data: FormData): string {
  return readText(data, "code").replaceAll(/\s/g, "");
}

/** The text of a field; empty when there is none. */
export function readText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
