import { type ReactNode, useEffect } from "react";
import { prefetchAuth } from "../session/auth.ts";
import { OutcomeNote } from "./outcome-note.tsx";
import type { Submission } from "./use-submission.ts";

/**
 * A form of an account: disabled while it is sent, its message gone with the next keystroke.
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
  useEffect(prefetchAuth, []);
  const { outcome } = submission;
  const isLeaving = outcome?.tone === "success" && outcome.onwardMs > 0;
  return (
    // Sent before the script has arrived, it must not write a password into the address.
    <form
      method="post"
      onInput={submission.clear}
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
  );
}
