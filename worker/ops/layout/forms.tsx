/** @jsxImportSource hono/jsx */
import type { FC, JSX, PropsWithChildren } from "hono/jsx";
import { REASON_MAX, Reason } from "#db/reason.ts";
import { useSignedIn } from "../env.ts";

type Fields = Readonly<Record<string, string | null>>;
type ActionFormProps = JSX.IntrinsicElements["form"] & { seen?: Fields };

/** A form that the signed-in operator posts; `seen` goes back as it was shown. */
export const ActionForm: FC<ActionFormProps> = ({ seen, class: look, children, ...form }) => (
  <form class={look} method="post" {...form}>
    <input type="hidden" name="csrf" value={useSignedIn().csrfToken} />
    {seen === undefined ? null : <HiddenFields of={seen} />}
    {children}
  </form>
);

/** Null leaves a field out. */
export const HiddenFields: FC<{ of: Fields }> = ({ of }) => (
  <>
    {Object.entries(of).map(([name, value]) =>
      value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
  </>
);

/** `value` is null until the text is a valid reason. */
export type ReasonInput = { text: string; value: string | null; error?: string };

export const NO_REASON: ReasonInput = { text: "", value: null };

export function readReason(form: URLSearchParams): ReasonInput {
  const text = form.get("reason") ?? "";
  const reason = Reason.safeParse(text);
  return reason.success
    ? { text, value: reason.data }
    : { text, value: null, error: `Give a reason of 3 to ${String(REASON_MAX)} characters.` };
}

type ConfirmFormProps = PropsWithChildren<{
  action: string;
  reason: ReasonInput;
  submit: string;
  isDestructive?: boolean;
  cancelUrl: string;
}>;

export const ConfirmForm: FC<ConfirmFormProps> = ({
  action,
  reason,
  submit,
  isDestructive = false,
  cancelUrl,
  children,
}) =>
  useSignedIn().mayAct ? (
    // Without autocomplete="off" browsers restore ticks when an operator goes back.
    <ActionForm class="stack" action={action} autocomplete="off">
      {children}
      <ReasonField reason={reason} />
      <div class="actions">
        <button type="submit" class={isDestructive ? "danger" : undefined}>
          {submit}
        </button>
        <a class="button plain" href={cancelUrl}>
          Cancel
        </a>
      </div>
    </ActionForm>
  ) : null;

export const ReasonField: FC<{ reason: ReasonInput }> = ({ reason: { text, error } }) => (
  <label>
    Reason
    <textarea
      name="reason"
      rows={3}
      required
      minlength={3}
      maxlength={REASON_MAX}
      aria-describedby="reason-hint"
      aria-invalid={error === undefined ? undefined : "true"}
    >
      {text}
    </textarea>
    <span class="hint" id="reason-hint">
      Saved in the audit log with your name. Do not enter personal data.
    </span>
    <FieldError text={error} />
  </label>
);

export const FieldError: FC<{ text: string | undefined }> = ({ text }) =>
  text === undefined ? null : (
    <span class="field-error" role="alert">
      {text}
    </span>
  );
