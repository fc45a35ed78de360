import useSWR from "swr";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { formatDateTime } from "../../../../lib/dates.ts";
import { success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { StatusBadge } from "../../../../ui/status-badge.tsx";
import { callApi } from "../../../session/call-api.ts";
import { auth } from "../../../session/load-auth-client.ts";
import { throwIfError } from "../../account-api.ts";
import { accountErrors } from "../../account-errors.ts";
import type { ListedSession } from "../../read-sessions.ts";
import { LoadFailed } from "./load-failed.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

/** @throws as `readSessions` */
async function fetchSessions(): Promise<readonly ListedSession[]> {
  const response = await callApi("GET", "account/sessions");
  const { readSessions } = await import("../../read-sessions.ts");
  return readSessions(await response.json());
}

export function DevicesPanel({ userId }: { userId: string }) {
  const { data, error, mutate } = useSWR(["account/sessions", userId], fetchSessions);
  const action = useAction();
  const others = (data ?? []).filter((session) => !session.is_current);

  return (
    <Panel
      id="devices"
      title={PANEL_TITLES.devices}
      lead="Don’t recognise a device? Sign it out and change your password."
    >
      <OutcomeNote outcome={action.outcome} />
      {data === undefined && error === undefined && <Skeleton shape="row" />}
      {data === undefined && error !== undefined && <LoadFailed onRetry={mutate} />}
      {data !== undefined && (
        <ul className="account-list">
          {data.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button
        variant="danger"
        disabled={action.isRunning || (data !== undefined && others.length === 0)}
        onClick={() => {
          void action.run(accountErrors(SECURITY_MESSAGES.othersFailed), async () => {
            const { error } = await (await auth()).signOut({ scope: "others" });
            throwIfError(error);
            await mutate();
            return success(SECURITY_MESSAGES.othersSignedOut);
          });
        }}
      >
        Sign out others
      </Button>
    </Panel>
  );
}

function Device({ session }: { session: ListedSession }) {
  return (
    <li>
      <div>
        <p className="font-semibold">{session.device}</p>
        <p className="tabular text-sm text-ink-soft">
          {session.ip !== null && `${session.ip}, `}
          {session.refreshed_at === null
            ? `signed in ${formatDateTime(session.created_at)}`
            : `last used ${formatDateTime(session.refreshed_at)}`}
        </p>
      </div>
      {session.is_current && <StatusBadge tone="good">This device</StatusBadge>}
    </li>
  );
}
