import type { ReactNode } from "react";
import { prefetchAuth } from "../session/auth.ts";
import { OutcomeNote } from "./result-note.tsx";
import type { Submission } from "./use-submission.ts";

/**
 * A form of an account: disabled while it is sent, its message gone with the next keystroke. The auth client is fetched at
 * the first sign that somebody means to use it; without any, sending fetches it.
 *
 * @param onSend is given the fields as they were when the form was sent
 */
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
          // What was focused before the script arrived tells of itself with the first keystroke.
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
