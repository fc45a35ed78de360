import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { EMAIL_FORMAT, FIELD_MISSING } from "#contracts/messages/shared.ts";
import { Chevron } from "./icons.tsx";

type SharedProps = {
  label: string;
  name: string;
  error?: string | undefined;
  className?: string | undefined;
};

export function TextField({
  label,
  name,
  error,
  className,
  ...rest
}: SharedProps & Omit<ComponentProps<"input">, "name" | "className">) {
  return (
    <Field label={label} required={rest.required} error={error} className={className}>
      {(aria) => <input name={name} type="text" className="control" {...aria} {...rest} />}
    </Field>
  );
}

export function TextArea({
  label,
  name,
  error,
  className,
  ...rest
}: SharedProps & Omit<ComponentProps<"textarea">, "name" | "className">) {
  return (
    <Field label={label} required={rest.required} error={error} className={className}>
      {(aria) => <textarea name={name} rows={6} className="control min-h-40" {...aria} {...rest} />}
    </Field>
  );
}

export function SelectField({
  label,
  name,
  error,
  className,
  children,
  ...rest
}: SharedProps & Omit<ComponentProps<"select">, "name" | "className">) {
  return (
    <Field label={label} required={rest.required} error={error} className={className}>
      {(aria) => (
        <div className="relative">
          <select name={name} className="control appearance-none pr-11" {...aria} {...rest}>
            {children}
          </select>
          <Chevron className="pointer-events-none absolute top-[calc(50%-0.5rem)] right-4 size-4" />
        </div>
      )}
    </Field>
  );
}

export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
      <label>
        Leave this empty
        <input type="text" name="hp_field" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

type Aria = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

type FieldProps = {
  label: string;
  required?: boolean | undefined;
  error: string | undefined;
  className: string | undefined;
  children: (aria: Aria) => ReactNode;
};

function Field({ label, required = false, error, className = "", children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const [fault, setFault] = useState<string>();
  const text = error ?? fault;
  const aria: Aria =
    text === undefined ? { id } : { id, "aria-invalid": true, "aria-describedby": errorId };

  /** It replaces the browser's bubble, which shows one fault for some seconds. */
  function showFault(event: SyntheticEvent): void {
    const control = event.target;
    if (!(control instanceof HTMLElement) || !isChecked(control)) return;
    event.preventDefault();
    setFault(describeFault(control));
    if (control === control.form?.querySelector(":invalid:not(fieldset)")) control.focus();
  }

  return (
    <div className={className} onInvalid={showFault} onInput={() => setFault(undefined)}>
      <label
        htmlFor={id}
        className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm font-semibold"
      >
        {label}
        {!required && <span className="font-normal text-ink-soft">optional</span>}
      </label>
      {children(aria)}
      {text !== undefined && (
        <p id={errorId} className="mt-2 text-sm font-semibold text-bad">
          {text}
        </p>
      )}
    </div>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isChecked(element: HTMLElement): element is Control {
  return "validity" in element;
}

function describeFault({ validity, title, validationMessage }: Control): string {
  if (validity.valueMissing) return FIELD_MISSING;
  if (validity.typeMismatch) return EMAIL_FORMAT;
  return validity.patternMismatch && title !== "" ? title : validationMessage;
}
