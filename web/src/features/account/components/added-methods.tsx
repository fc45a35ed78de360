import useSWR from "swr";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { METHOD_MESSAGES } from "#contracts/messages/sign-in-methods.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { codeOf } from "../../../lib/error-message.ts";
import { type Action, failure, note } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { callApi } from "../../session/call-api.ts";
import { auth } from "../../session/load-auth-client.ts";
import { useSession } from "../../session/session.ts";
import { sending } from "../account-errors.ts";
import { READ_ONCE, fetchAddedMethods } from "../sign-in-methods.ts";
import { AccountForm } from "./account-form.tsx";
import { MethodName } from "./method-name.tsx";
import { NewPassword } from "./new-password.tsx";
import { LoadFailed } from "./security/load-failed.tsx";

/** An older second step is asked for, or the proof of the mailbox is too old: the form of the new password asks. */
const ASKED_LATER: ReadonlySet<string | null> = new Set([
  "insufficient_aal",
  "reauthentication_needed",
]);

type AddedMethodsProps = {
  action: Action;
  isChecked: boolean;
  onChecked: () => void;
  onRestart: () => void;
};

/** Shows what was added lately before the new password, because a thief may have added it. */
export function AddedMethods({ action, isChecked, onChecked, onRestart }: AddedMethodsProps) {
  const { state } = useSession();
  // Another session of the same tab, or one that gave its code, may see more.
  const { data, error, mutate } = useSWR(
    isChecked ? null : ["account/recovery", state],
    fetchAddedMethods,
    READ_ONCE,
  );
  const isAskedLater = ASKED_LATER.has(codeOf(error));
  if (isChecked || isAskedLater || data?.length === 0) {
    return (
      <>
        <NewPassword action={action} />
        {state === "awaiting-code" && (
          <p className="mt-6 text-sm text-ink-soft">
            You didn’t set up this step?{" "}
            <button type="button" className="text-link" onClick={onRestart}>
              Ask for a new email
            </button>{" "}
            and remove it.
          </p>
        )}
      </>
    );
  }
  if (error !== undefined) return <LoadFailed onRetry={mutate} />;
  if (data === undefined) return <Loading />;

  const remove = sending(action, ACCOUNT_MESSAGES.recovery.removalFailed, async (form) => {
    const ids = form.getAll("method").map(String);
    if (ids.length > 0) {
      try {
        await callApi("POST", "account/recovery", { ids });
      } catch (cause) {
        if (!ASKED_LATER.has(codeOf(cause))) throw cause;
        return failure(ACCOUNT_MESSAGES.recovery.tooLate);
      }
      // The removed factors are gone, so the new session needs no code.
      await (await auth()).refreshSession();
    }
    onChecked();
    return ids.length === 0 ? null : note(ACCOUNT_MESSAGES.recovery.removed);
  });

  return (
    <>
      <p className="account-intro">{METHOD_MESSAGES.check}</p>
      <AccountForm
        legend={`Added in the last ${inText(TERMS.recovery)}`}
        action={action}
        onSubmit={remove}
      >
        <ul className="account-list">
          {data.map((method) => (
            <li key={method.id}>
              <label className="flex min-h-11 w-full cursor-pointer items-center gap-4">
                <input
                  type="checkbox"
                  className="choice"
                  name="method"
                  value={method.id}
                  defaultChecked
                />
                <MethodName method={method} />
              </label>
            </li>
          ))}
        </ul>
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning}>
            {action.isRunning ? "One moment..." : "Remove what’s ticked and go on"}
          </Button>
          <Button variant="quiet" onClick={onRestart}>
            Ask for a new email
          </Button>
        </div>
      </AccountForm>
    </>
  );
}
