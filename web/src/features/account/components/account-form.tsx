import type { ReactNode } from "react";
import type { Action } from "../../../lib/use-action.ts";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import type { FormDraft } from "../../session/form-draft.ts";
import { prefetchAuth } from "../../session/load-auth-client.ts";
import { codeError, FormActionContext } from "../form-action.ts";

export function AccountForm({
  legend,
  action,
  onSubmit,
  draft,
  hasCode = false,
  isFolded = false,
  children,
}: {
  legend: string;
  action: Action;
  draft?: FormDraft;
  /** The field of a one-time code shows its own error. */
  hasCode?: boolean;
  /** The legend opens it. */
  isFolded?: boolean;
  onSubmit: (data: FormData, form: HTMLFormElement) => void;
  children: ReactNode;
}) {
  const { outcome } = action;
  const isLeaving = (outcome?.redirectAfterMs ?? 0) > 0;
  const form = (
    // POST: a password manager may submit before hydration, and GET would put the password into the address.
    <form
      method="post"
      ref={draft?.fill}
      onInput={(event) => {
        draft?.save(event.currentTarget);
        // A field that has the focus before hydration fires no focus event.
        prefetchAuth();
        action.clear();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    >
      <fieldset disabled={action.isRunning || isLeaving} className="grid min-w-0 gap-6">
        <legend className="sr-only">{legend}</legend>
        <FormActionContext value={action}>{children}</FormActionContext>
      </fieldset>
    </form>
  );
  return (
    <div onFocus={prefetchAuth} onPointerEnter={prefetchAuth}>
      <OutcomeNote outcome={hasCode && codeError(action) !== undefined ? null : outcome} />
      {isFolded ? (
        <details className="[&>form]:py-6">
          <summary className="flex items-center justify-between gap-6 border-y border-rule py-3.5 font-semibold">
            {legend}
            <span aria-hidden="true" className="disclosure-mark" />
          </summary>
          {form}
        </details>
      ) : (
        form
      )}
    </div>
  );
}
