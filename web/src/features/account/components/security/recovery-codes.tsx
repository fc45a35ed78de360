import type { GoTrueMFAApi } from "@supabase/auth-js";
import useSWR from "swr";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { codeOf } from "../../../../lib/error-message.ts";
import { saveAs } from "../../../../lib/save-as.ts";
import { useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { auth } from "../../../session/load-auth-client.ts";
import { askAuth, orThrow } from "../../account-api.ts";
import { accountErrors } from "../../account-errors.ts";
import { useReauthentication } from "../reauthentication.tsx";
import { StepHeading } from "../step-heading.tsx";
import { LoadFailed } from "./load-failed.tsx";

const FILE_NAME = "tidepost-recovery-codes.txt";

/** @returns null for a user without codes */
async function fetchRemaining(): Promise<number | null> {
  const answer = await (await auth()).mfa.recoveryCodes.getStatus();
  if (codeOf(answer.error) === "mfa_factor_not_found") return null;
  return orThrow(answer).remaining;
}

/** How many codes are left; null for a user who has made none, undefined while that is not known. */
export function useRemainingCodes(userId: string, hasApps: boolean) {
  return useSWR(hasApps ? ["recovery-codes", userId] : null, fetchRemaining);
}

type RecoveryCodesProps = {
  left: ReturnType<typeof useRemainingCodes>;
  /** Codes that the user has to save now. */
  codes: readonly string[] | null;
  onCodes: (codes: readonly string[]) => void;
  onSaved: () => void;
};

export function RecoveryCodes({ left, codes, onCodes, onSaved }: RecoveryCodesProps) {
  const { data: remaining, error, mutate } = left;
  const action = useAction();
  const reauthenticate = useReauthentication();
  if (codes === null && remaining === undefined) {
    if (error === undefined) return null;
    return <LoadFailed onRetry={mutate} />;
  }

  function make(
    how: Extract<keyof GoTrueMFAApi["recoveryCodes"], "generate" | "regenerate">,
  ): void {
    void action.run(accountErrors(SECURITY_MESSAGES.recoveryCodesFailed), async () => {
      const made = await reauthenticate(() => askAuth(({ mfa }) => mfa.recoveryCodes[how]()));
      onCodes(made.codes);
      await mutate();
      return null;
    });
  }

  if (codes !== null) {
    return (
      <div className="account-aside">
        <StepHeading>Your recovery codes</StepHeading>
        <p className="account-intro">
          Each works once, in place of a code from your app. Keep them in your password manager or
          on paper: we won’t show them again.
        </p>
        <ul className="mb-7 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-10 gap-y-2 whitespace-nowrap">
          {codes.map(inGroups).map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="account-actions">
          <Button
            variant="secondary"
            onClick={() => saveAs(FILE_NAME, new Blob([`${codes.map(inGroups).join("\n")}\n`]))}
          >
            Download
          </Button>
          <Button variant="quiet" onClick={onSaved}>
            I’ve saved them
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="account-aside">
      <h3 className="text-xl">
        {remaining === null ? "One step left: recovery codes" : "Recovery codes"}
      </h3>
      <p className="account-intro">
        {remaining === null
          ? "Ten codes that get you in if your phone is lost or broken. Without them, we may not be able to let you in."
          : `You have ${remaining} of 10 left. New codes replace these.`}
      </p>
      <OutcomeNote outcome={action.outcome} />
      <Button
        variant={remaining === null ? "primary" : "secondary"}
        disabled={action.isRunning}
        onClick={() => make(remaining === null ? "generate" : "regenerate")}
      >
        {remaining === null ? "Create recovery codes" : "Create new codes"}
      </Button>
    </div>
  );
}

function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}
