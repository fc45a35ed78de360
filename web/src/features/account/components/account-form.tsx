import type { ReactNode } from "react";
import { prefetchAuth } from "../../session/load-auth-client.ts";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import type { Action } from "../../../lib/use-action.ts";

export function AccountForm({
  legend,
  action,
  onSend,
  children,
}: {
  legend: string;
  action: Action;
  onSend: (data: FormData, form: HTMLFormElement) => void;
  children: ReactNode;
}) {
  const { outcome } = action;
  const isLeaving = (outcome?.redirectAfterMs ?? 0) > 0;
  return (
    <div onFocus={prefetchAuth} onPointerEnter={prefetchAuth}>
      {/* A password manager may send it before the script has arrived: it must not write a password into the address. */}
      <form
        method="post"
        onInput={() => {
          // A field focused before hydration fires no focus event, so the first keystroke counts
          // as well.
          prefetchAuth();
          action.clear();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(new FormData(event.currentTarget), event.currentTarget);
        }}
      >
        <OutcomeNote outcome={outcome} />
        <fieldset disabled={action.isRunning || isLeaving} className="account-fields">
          <legend className="sr-only">{legend}</legend>
          {children}
        </fieldset>
      </form>
    </div>
  );
}
