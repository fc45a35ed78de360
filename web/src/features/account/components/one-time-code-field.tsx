import { readText } from "../../../lib/form-text.ts";
import { TextField } from "../../../ui/field.tsx";

export function OneTimeCodeField({ label = "Six-digit code" }: { label?: string }) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(?:[0-9]\s*){6}"
      title="The six digits of the code"
      className="[&_input]:max-w-60 [&_input]:tracking-[0.3em] [&_input]:tabular"
      required
    />
  );
}

export function readCode(data: FormData): string {
  return readText(data, "code").replaceAll(/\s/g, "");
}
