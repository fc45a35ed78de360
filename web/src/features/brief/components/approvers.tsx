import { useRef } from "react";
import type { Approver, BriefResponse } from "#contracts/api/content/brief.ts";
import { APPROVER_NAME_MAX } from "#contracts/content/brief-answers.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { EMAIL_MAX } from "#contracts/text.ts";
import { readText } from "../../../lib/json.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { AccountForm } from "../../account/components/account-form.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { addApprover, removeApprover } from "../api/brief.ts";

const ERRORS = apiErrors(BRIEF_MESSAGES.approverFailed);

export function Approvers({
  brief,
  onChanged,
}: {
  brief: BriefResponse;
  onChanged: (brief: BriefResponse) => void;
}) {
  const action = useAction();
  const list = useRef<HTMLUListElement>(null);

  async function add(data: FormData, form: HTMLFormElement): Promise<void> {
    const name = readText(data, "approverName").trim();
    await action.run(ERRORS, async () => {
      onChanged(await addApprover({ name, email: readText(data, "approverEmail").trim() }));
      form.reset();
      return success(BRIEF_MESSAGES.approverAdded(name));
    });
    form.querySelector<HTMLElement>("[name=approverName]")?.focus();
  }

  async function remove({ id, name }: Approver): Promise<void> {
    await action.runAs(id, ERRORS, async () => {
      onChanged(await removeApprover(id));
      return success(BRIEF_MESSAGES.approverRemoved(name));
    });
    // The pressed button is gone, and the focus with it.
    list.current?.focus();
  }

  return (
    <Panel
      id="approvers"
      title="Who can approve"
      lead="You always can. Add anyone else who can say yes to a post; you can remove them at any time."
    >
      <ul ref={list} tabIndex={-1} aria-label="People who can approve" className="account-list">
        <li>You</li>
        {brief.approvers.map((approver) => (
          <li key={approver.id}>
            <span>
              <bdi>{approver.name}</bdi> <span className="text-ink-soft">{approver.email}</span>
            </span>
            <Button
              variant="quiet-danger"
              disabled={action.isRunning}
              onClick={() => void remove(approver)}
            >
              Remove<span className="sr-only">: {approver.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <AccountForm
        legend="Add an approver"
        isFolded={brief.canChange}
        action={action}
        onSubmit={(data, form) => void add(data, form)}
      >
        {brief.canChange && (
          <>
            <div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
              <TextField
                label="Name"
                name="approverName"
                required
                maxLength={APPROVER_NAME_MAX}
                autoComplete="off"
              />
              <TextField
                label="Email address"
                name="approverEmail"
                type="email"
                inputMode="email"
                required
                maxLength={EMAIL_MAX}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </div>
            <Button type="submit" variant="secondary" className="justify-self-start">
              {action.running === "submit" ? "Adding..." : "Add"}
            </Button>
          </>
        )}
      </AccountForm>
    </Panel>
  );
}
