import type { PasskeyListItem } from "@supabase/auth-js";
import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { PASSKEY_MESSAGES } from "#contracts/messages/passkeys.ts";
import { formatDateTime } from "../../../../lib/dates.ts";
import { codeOf } from "../../../../lib/error-message.ts";
import { readText } from "../../../../lib/json.ts";
import { type Action, success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextField } from "../../../../ui/field.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { askAuth } from "../../account-api.ts";
import { canUsePasskeys, passkeyErrors } from "../../passkey-errors.ts";
import { AccountForm } from "../account-form.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

const fetchPasskeys = () => askAuth(({ passkey }) => passkey.list());

export function PasskeysPanel({ userId }: { userId: string }) {
  const { data, error, mutate } = useSWR(["passkeys", userId], fetchPasskeys);
  const action = useAction();
  const reauthenticate = useReauthentication();
  if (codeOf(error) === "passkey_disabled") return null;

  function add(): void {
    void action.run(passkeyErrors(PASSKEY_MESSAGES.failed), async () => {
      await reauthenticate(() => askAuth((client) => client.registerPasskey()));
      await mutate();
      return success(PASSKEY_MESSAGES.added);
    });
  }

  return (
    <Panel
      id="passkeys"
      title={PANEL_TITLES.passkeys}
      lead="Sign in with your fingerprint, face or device PIN. There’s nothing to remember, and nothing a fake site could steal."
    >
      <OutcomeNote outcome={action.outcome} />
      {data === undefined && error === undefined && <Skeleton shape="row" />}
      {data === undefined && error !== undefined && <LoadFailed onRetry={mutate} />}
      {data !== undefined && data.length > 0 && (
        <ul className="account-list">
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              action={action}
              onChanged={async () => void (await mutate())}
            />
          ))}
        </ul>
      )}
      {data !== undefined &&
        (canUsePasskeys() ? (
          <Button variant="secondary" disabled={action.isRunning} onClick={add}>
            {data.length === 0 ? "Add a passkey" : "Add another passkey"}
          </Button>
        ) : (
          <p>{PASSKEY_MESSAGES.notHere}</p>
        ))}
    </Panel>
  );
}

type PasskeyRowProps = {
  passkey: PasskeyListItem;
  action: Action;
  onChanged: () => Promise<void>;
};

function PasskeyRow({ passkey, action, onChanged }: PasskeyRowProps) {
  const [isNaming, setIsNaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const name = passkey.friendly_name ?? "Passkey";

  function remove(): void {
    void action.run(passkeyErrors(PASSKEY_MESSAGES.failed), async () => {
      await askAuth((client) => client.passkey.delete({ passkeyId: passkey.id }));
      await onChanged();
      return success(PASSKEY_MESSAGES.removed);
    });
  }

  return (
    <li>
      <div>
        <p className="font-semibold break-all">{name}</p>
        <p className="tabular text-sm text-ink-soft">
          Added {formatDateTime(passkey.created_at)}
          {passkey.last_used_at !== undefined &&
            `, last used ${formatDateTime(passkey.last_used_at)}`}
        </p>
      </div>
      <div className="account-actions">
        <Button
          ref={renameButton}
          variant="quiet"
          aria-expanded={isNaming}
          disabled={action.isRunning}
          onClick={() => setIsNaming(!isNaming)}
        >
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="quiet-danger" disabled={action.isRunning} onClick={remove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isNaming && (
        <NameForm
          passkeyId={passkey.id}
          name={name}
          onRenamed={onChanged}
          onClose={() => {
            setIsNaming(false);
            renameButton.current?.focus();
          }}
        />
      )}
    </li>
  );
}

type NameFormProps = {
  passkeyId: string;
  name: string;
  onRenamed: () => Promise<void>;
  onClose: () => void;
};

function NameForm({ passkeyId, name, onRenamed, onClose }: NameFormProps) {
  const action = useAction();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={box} className="mt-3 mb-2 basis-full">
      <AccountForm
        legend={`A name for ${name}`}
        action={action}
        onSubmit={(form) => {
          void action.run(passkeyErrors(PASSKEY_MESSAGES.failed), async () => {
            const named = { passkeyId, friendlyName: readText(form, "name").trim() };
            await askAuth((client) => client.passkey.update(named));
            await onRenamed();
            onClose();
            return null;
          });
        }}
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={40}
          autoComplete="off"
          required
        />
        <div className="account-actions">
          <Button type="submit" variant="secondary">
            {action.isRunning ? "Saving..." : "Save"}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </AccountForm>
    </div>
  );
}
