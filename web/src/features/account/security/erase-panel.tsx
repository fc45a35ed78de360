import { useState } from "react";
import { useLocation } from "wouter";
import { ACCOUNT_MESSAGES } from "#contracts/account-messages.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { callFunction, CallRefused } from "../../session/call-function.ts";
import { AccountForm } from "../account-form.tsx";
import { readText } from "../code-field.tsx";
import { type Outcome, problem, useSubmission } from "../use-submission.ts";
import { Panel } from "./panel.tsx";

/** Deletes the account, after its owner has written what is at stake. */
export function ErasePanel({ email }: { email: string }) {
  const submission = useSubmission();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);

  async function erase(typed: string): Promise<Outcome | null> {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      return problem(ACCOUNT_MESSAGES.security.eraseMismatch);
    }
    try {
      await callFunction("POST", "account/erase", {});
    } catch (error) {
      // It says what has to be done first, for example to cancel a subscription.
      if (error instanceof CallRefused && error.status === 409) return problem(error.message);
      throw error;
    }
    navigate(paths.logout, { replace: true });
    return null;
  }

  return (
    <Panel
      id="delete"
      title="Delete your account"
      lead="Not while a subscription runs: cancel it first. What the law makes us keep, like invoices, stays without your account."
    >
      <Button
        variant="secondary"
        onClick={() => {
          submission.clear();
          setIsAsking(true);
        }}
      >
        Delete my account
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete your account for good?"
      >
        <p className="account-intro">
          Your name, address and sign-in are removed at once and cannot be brought back. Type{" "}
          <strong>{email}</strong> to go on.
        </p>
        <AccountForm
          legend="Delete your account"
          submission={submission}
          onSend={(data) =>
            void submission.run(
              () => erase(readText(data, "typed")),
              ACCOUNT_MESSAGES.security.eraseFailed,
            )
          }
        >
          <TextField
            label="Your email address"
            name="typed"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <div className="account-actions">
            <Button type="submit">{submission.busy ? "Deleting..." : "Delete for good"}</Button>
            <Button variant="quiet" onClick={() => setIsAsking(false)}>
              Keep my account
            </Button>
          </div>
        </AccountForm>
      </Dialog>
    </Panel>
  );
}
