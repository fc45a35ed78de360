import type { ReactNode } from "react";
import { prefetchAuth } from "../session/auth.ts";
import { OutcomeNote } from "./result-note.tsx";
import type { Submission } from "./use-submission.ts";

export function AccountForm({
  legend,
  submission,
  onSend,
  children,
}: {
  legend: string;
  submission: Submission;
  onSend: (data: FormData, form: HTMLFormElement) => void;
  children: ReactNode;
}) {
  const { outcome } = submission;
  const isLeaving = outcome?.tone === "success" && outcome.redirectAfterMs > 0;
  return (
    <div onFocus={prefetchAuth} onPointerEnter={prefetchAuth}>
      {/* A password manager may send it before the script has arrived: it must not write a password into the address. */}
      <form
        method="post"
        onInput={() => {
          // A field focused before hydration fires no focus event, so the first keystroke counts
          // as well.
          prefetchAuth();
          submission.clear();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(new FormData(event.currentTarget), event.currentTarget);
        }}
      >
        <OutcomeNote outcome={outcome} />
        <fieldset disabled={submission.busy || isLeaving} className="account-fields">
          <legend className="sr-only">{legend}</legend>
          {children}
        </fieldset>
      </form>
    </div>
  );
}
