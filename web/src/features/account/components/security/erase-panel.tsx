import { useState } from "react";
import { useLocation } from "wouter";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { readText } from "../../../../lib/json.ts";
import { failure, type Outcome, useAction } from "../../../../lib/use-action.ts";
import { paths } from "../../../../paths.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { TextField } from "../../../../ui/field.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { callApi } from "../../../session/call-api.ts";
import { accountErrors, sending } from "../../account-errors.ts";
import { AccountForm } from "../account-form.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

export function ErasePanel({ email }: { email: string }) {
  const action = useAction();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const reauthenticate = useReauthentication();
  const opening = useAction();

  function open(): Promise<void> {
    return opening.run(accountErrors(SECURITY_MESSAGES.eraseFailed), async () => {
      const { isSubscriptionRunning } = await import("../../is-subscription-running.ts");
      if (await isSubscriptionRunning()) return failure(SECURITY_MESSAGES.eraseRunning);
      action.clear();
      setIsAsking(true);
      return null;
    });
  }

  async function erase(data: FormData): Promise<Outcome | null> {
    if (readText(data, "typed").trim().toLowerCase() !== email.toLowerCase()) {
      return failure(SECURITY_MESSAGES.eraseMismatch);
    }
    await reauthenticate(() => callApi("POST", "account/erase"));
    navigate(paths.logout, { replace: true, state: { isErased: true } });
    return null;
  }

  return (
    <Panel
      id="delete"
      title={PANEL_TITLES.delete}
      lead="Cancel any running subscription first. Records the law makes us keep, such as invoices, are kept without your account."
    >
      <OutcomeNote outcome={opening.outcome} />
      {opening.errorText === SECURITY_MESSAGES.eraseRunning ? (
        <ButtonLink href={paths.cancelSubscription} variant="danger">
          Cancel Subscription
        </ButtonLink>
      ) : (
        <Button variant="danger" disabled={opening.isRunning} onClick={() => void open()}>
          Delete my account
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete your account for good?"
      >
        <p className="account-intro">
          Your name, address and sign-in are removed at once and can’t be restored. Type{" "}
          <strong>{email}</strong> to continue.
        </p>
        <AccountForm
          legend="Delete your account"
          action={action}
          onSubmit={sending(action, SECURITY_MESSAGES.eraseFailed, erase)}
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
            <Button type="submit" variant="danger">
              {action.isRunning ? "Deleting..." : "Delete for good"}
            </Button>
            <Button variant="quiet" onClick={() => setIsAsking(false)}>
              Keep my account
            </Button>
          </div>
        </AccountForm>
      </Dialog>
    </Panel>
  );
}
