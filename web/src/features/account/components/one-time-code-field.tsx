import { type ComponentProps, useEffect, useRef } from "react";
import { readText } from "../../../lib/json.ts";
import { type Action, SUBMIT } from "../../../lib/use-action.ts";
import { TextField } from "../../../ui/field.tsx";

export function OneTimeCodeField({
  label = "Six-digit code",
  action,
}: {
  label?: string;
  action: Action;
}) {
  return (
    <CodeField
      label={label}
      action={action}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(?:[0-9]\s*){6}"
      title="Please enter the six digits of the code."
      className="[&_input]:max-w-60 [&_input]:tracking-[0.3em] [&_input]:tabular"
    />
  );
}

/** Shows why the code was refused, keeps the focus, and selects the code to be typed over. */
export function CodeField({
  action,
  ...rest
}: { action: Action } & Omit<ComponentProps<typeof TextField>, "name" | "error">) {
  const field = useRef<HTMLInputElement>(null);
  const error = codeError(action);
  useEffect(() => {
    if (error === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return <TextField ref={field} name="code" error={error} required {...rest} />;
}

/** The error of a code that was sent; one of another action of the form is not the code's. */
export function codeError({ finished, errorText }: Action): string | undefined {
  return finished === SUBMIT ? (errorText ?? undefined) : undefined;
}

export function readCode(data: FormData): string {
  return readText(data, "code").replaceAll(/\s/g, "");
}
