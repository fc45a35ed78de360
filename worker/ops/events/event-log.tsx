/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import * as z from "zod";
import type { EventRecord } from "#db/ops/find-events.ts";
import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";
import { effectLabel } from "../../event-labels.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { actorLabel } from "./actor-label.ts";

export const Replays: FC<{ record: EventRecord }> = ({ record }) =>
  record.replays.length === 0 ? null : (
    <section>
      <h2>Replays</h2>
      <ul class="log">
        {record.replays.map((replay) => (
          <li key={replay.id}>
            <p>
              <strong>{replay.requestedBy}</strong> asked for{" "}
              {replay.effect === WHOLE_EVENT
                ? "the event to be published again"
                : `“${effectLabel(replay.effect)}”`}
              , <TimeLabel iso={replay.at} />
            </p>
            <p class="said">{replay.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );

/** For example `effect.send-auto-reply` and `replay.requested`. */
function actionLabel(action: string): string {
  const [kind = "", name = ""] = action.split(".");
  if (kind === "effect") return effectLabel(name);
  if (kind === "exhausted") {
    return name === "event" ? "Event given up" : `${effectLabel(name)}: given up`;
  }
  const words = action.replaceAll(/[._]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const WithReason = z.object({ reason: z.string() });

export const AuditLog: FC<{ record: EventRecord }> = ({ record }) => (
  <section>
    <h2>Audit log</h2>
    {record.audit.length === 0 ? (
      <p>Nothing yet.</p>
    ) : (
      <ul class="log">
        {record.audit.map((row) => {
          const data = WithReason.safeParse(row.data);
          return (
            <li key={row.id}>
              <p>
                <strong>{actionLabel(row.action)}</strong>, {actorLabel(row.actor)},{" "}
                <TimeLabel iso={row.at} />
              </p>
              {data.success ? <p class="said">{data.data.reason}</p> : null}
              <details>
                <summary>Data</summary>
                <code>{row.action}</code>
                <pre>{JSON.stringify(row.data, null, 2)}</pre>
              </details>
            </li>
          );
        })}
      </ul>
    )}
  </section>
);
