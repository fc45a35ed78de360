import useSWR from "swr";
import type { AccountSession } from "#contracts/api/account-sessions.ts";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { formatDateTime } from "../../../../lib/dates.ts";
import { success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { StatusBadge } from "../../../../ui/status-badge.tsx";
import { apiErrors } from "../../../session/api-errors.ts";
import { auth } from "../../../session/load-auth-client.ts";
import { fetchSessions, throwIfError } from "../../account-api.ts";
import { describeDevice } from "../../describe-device.ts";
import { LoadFailed } from "./load-failed.tsx";
import { Panel } from "./panel.tsx";

export function DevicesPanel({ userId }: { userId: string }) {
  const { data, error, mutate } = useSWR(["account/sessions", userId], fetchSessions);
  const action = useAction();
  const others = (data ?? []).filter((session) => !session.is_current);

  return (
    <Panel
      id="devices"
      title="Where you are signed in"
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
          void action.run(async () => {
            const { error } = await (await auth()).signOut({ scope: "others" });
            throwIfError(error);
            await mutate();
            return success(SECURITY_MESSAGES.othersSignedOut);
          }, apiErrors(SECURITY_MESSAGES.othersFailed));
        }}
      >
        Sign out others
      </Button>
    </Panel>
  );
}

function Device({ session }: { session: AccountSession }) {
  return (
    <li>
      <div>
        <p className="font-semibold">{describeDevice(session.user_agent)}</p>
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
