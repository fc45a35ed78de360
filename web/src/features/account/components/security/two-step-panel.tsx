import type { Factor, User } from "@supabase/auth-js";
import { useState } from "react";
import { COMPANY } from "#contracts/company.ts";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { formatDateTime } from "../../../../lib/dates.ts";
import { codeOf } from "../../../../lib/error-message.ts";
import { readText } from "../../../../lib/json.ts";
import { note, type Outcome, success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextField } from "../../../../ui/field.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { part } from "../../../../ui/part.tsx";
import { StatusBadge } from "../../../../ui/status-badge.tsx";
import { auth } from "../../../session/load-auth-client.ts";
import { askAuth } from "../../account-api.ts";
import { accountErrors, sending } from "../../account-errors.ts";
import { AccountForm } from "../account-form.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import type { NewApp } from "./app-setup.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";
import { RecoveryCodes, useRemainingCodes } from "./recovery-codes.tsx";

const AppSetup = part(async () => (await import("./app-setup.tsx")).AppSetup, <Loading />);

export function TwoStepPanel({ user }: { user: User }) {
  const action = useAction();
  const reauthenticate = useReauthentication();
  const [newApp, setNewApp] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const apps = (user.factors ?? []).filter(
    ({ status, factor_type: type }) => status === "verified" && type !== "recovery_code",
  );

  const codesLeft = useRemainingCodes(user.id, apps.length > 0);
  const isFinished = apps.length > 0 && codesLeft.data !== null && codes === null;

  /** The second half of the set-up: codes for the day when the phone is lost. */
  async function finishSetup(): Promise<Outcome> {
    const { data, error } = await (await auth()).mfa.recoveryCodes.generate();
    setNewApp(null);
    if (codeOf(error) === "mfa_verified_factor_exists") {
      return success(SECURITY_MESSAGES.factorAdded);
    }
    if (data !== null) setCodes(data.codes);
    await codesLeft.mutate();
    return note(SECURITY_MESSAGES.codesDue);
  }

  function remove(factorId: string): void {
    void action.run(accountErrors(SECURITY_MESSAGES.factorFailed), async () => {
      await askAuth((client) => client.mfa.unenroll({ factorId }));
      // Refreshes the stored user, whose factors are stale.
      await askAuth((client) => client.refreshSession());
      return success(SECURITY_MESSAGES.factorRemoved);
    });
  }

  return (
    <Panel
      id="two-step"
      title={PANEL_TITLES["two-step"]}
      lead="After your password we ask for a code from an app on your phone, so a stolen password isn’t enough."
    >
      <p className="mb-6">
        {isFinished ? (
          <StatusBadge tone="good">On</StatusBadge>
        ) : (
          <StatusBadge tone="waiting">{apps.length > 0 ? "One step left" : "Off"}</StatusBadge>
        )}
      </p>
      {apps.length > 0 && (
        <ul className="account-list">
          {apps.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              isBusy={action.isRunning}
              onRemove={() => remove(app.id)}
            />
          ))}
        </ul>
      )}
      {codes !== null ? (
        <OutcomeNote outcome={action.outcome} />
      ) : newApp === null ? (
        <AccountForm
          legend="Set up an app"
          action={action}
          onSubmit={sending(action, SECURITY_MESSAGES.factorFailed, async (data) => {
            const friendlyName = readText(data, "name").trim();
            const factor = { factorType: "totp", friendlyName, issuer: COMPANY.name } as const;
            const { id, totp } = await reauthenticate(() =>
              askAuth(({ mfa }) => mfa.enroll(factor)),
            );
            setNewApp({ id, ...totp });
            return null;
          })}
        >
          <TextField
            label="Name of the device with the app"
            name="name"
            defaultValue={apps.length === 0 ? "My phone" : ""}
            maxLength={60}
            autoComplete="off"
            required
          />
          <Button type="submit" variant="secondary" className="justify-self-start">
            {apps.length === 0 ? "Set up an app" : "Set up another app"}
          </Button>
        </AccountForm>
      ) : (
        <>
          <OutcomeNote outcome={action.outcome} />
          <AppSetup
            app={newApp}
            action={action}
            onClose={() => setNewApp(null)}
            onVerified={finishSetup}
          />
        </>
      )}
      {apps.length > 0 && (
        <RecoveryCodes
          left={codesLeft}
          codes={codes}
          onCodes={setCodes}
          onSaved={() => {
            setCodes(null);
            action.clear();
          }}
        />
      )}
    </Panel>
  );
}

function AppRow({ app, isBusy, onRemove }: { app: Factor; isBusy: boolean; onRemove: () => void }) {
  const name = app.friendly_name ?? (app.factor_type === "phone" ? "Text message" : "App");
  return (
    <li>
      <div>
        <p className="font-semibold break-all">{name}</p>
        <p className="text-sm text-ink-soft">Added {formatDateTime(app.created_at)}</p>
      </div>
      <Button variant="quiet-danger" disabled={isBusy} onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}
