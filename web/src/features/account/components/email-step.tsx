import { type ReactNode, useRef } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/json.ts";
import { type Action, failure } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { sending } from "../account-errors.ts";
import type { CodePurpose } from "../code-mail.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailField } from "./email-field.tsx";

export type CodeRequest = {
  readonly email: string;
  /** False when the user has a code from an earlier mail. */
  readonly isSent: boolean;
};

type EmailStepProps = {
  legend: string;
  purpose: CodePurpose;
  action: Action;
  onCode: (codeRequest: CodeRequest) => void;
  children?: ReactNode;
};

export function EmailStep({ legend, purpose, action, onCode, children }: EmailStepProps) {
  const fields = useRef<HTMLDivElement>(null);

  function continueWithCode(): void {
    const form = fields.current?.closest("form");
    if (form?.reportValidity() === true) {
      onCode({ email: readText(new FormData(form), "email"), isSent: false });
    }
  }

  return (
    <AccountForm
      legend={legend}
      action={action}
      onSubmit={sending(action, ACCOUNT_MESSAGES.code.notSent, async (data) => {
        const email = readText(data, "email");
        const { sendCodeMail } = await import("../code-mail.ts");
        const refusal = await sendCodeMail(purpose, email);
        if (refusal !== null) return failure(refusal.text);
        onCode({ email, isSent: true });
        return null;
      })}
    >
      <div ref={fields}>
        <EmailField autoComplete="username" />
      </div>
      <div className="account-actions">
        <Button type="submit" arrow={!action.isRunning}>
          {action.isRunning ? "Sending..." : "Send me a code"}
        </Button>
        <Button variant="quiet" onClick={continueWithCode}>
          I have a code already
        </Button>
      </div>
      {children}
    </AccountForm>
  );
}
