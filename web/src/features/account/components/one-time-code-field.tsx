import { type ComponentProps, use, useEffect, useRef } from "react";
import { readText } from "../../../lib/json.ts";
import { TextField } from "../../../ui/field.tsx";
import { codeError, FormActionContext } from "../form-action.ts";

export function OneTimeCodeField({ label = "Six-digit code" }: { label?: string }) {
  return (
    <CodeField
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(?:[0-9]\s*){6}"
      title="Please enter the six digits of the code."
      className="[&_input]:max-w-60 [&_input]:tracking-[0.3em] [&_input]:tabular"
    />
  );
}

/** Shows why the code was refused, keeps the focus, and selects the code to be typed over. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, "name" | "error">) {
  const field = useRef<HTMLInputElement>(null);
  const error = codeError(use(FormActionContext));
  useEffect(() => {
    if (error === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return <TextField ref={field} name="code" error={error} required {...props} />;
}

export function readCode(data: FormData): string {
  return readText(data, "code").replaceAll(/\s/g, "");
}
