/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { Attempt, EventEffect } from "#db/ops/find-events.ts";
import type { AttemptOutcome } from "#db/schema/events.ts";
import { effectLabel } from "../../event-labels.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { formatDuration } from "../layout/format-time.ts";
import { Table } from "../layout/table.tsx";

export const ATTEMPT_LABELS: Readonly<
  Record<AttemptOutcome, { label: string; status: "completed" | "dead_lettered" | "pending" }>
> = {
  completed: { label: "completed", status: "completed" },
  failed: { label: "failed, to be retried", status: "dead_lettered" },
  dead_lettered: { label: "failed", status: "dead_lettered" },
  deferred: { label: "put off", status: "pending" },
};

/** Attempts of one effect, newest last. */
export const AttemptList: FC<{ effect: EventEffect; attempts: readonly Attempt[] }> = ({
  effect,
  attempts,
}) => {
  const [oldest] = attempts;
  if (oldest === undefined) return null;
  return (
    <>
      {oldest.number === 1 ? null : (
        <p class="quiet">Attempts before number {oldest.number} are not listed.</p>
      )}
      <Table
        class="small attempts figures"
        caption={`Attempts of “${effectLabel(effect.effect)}”, newest last`}
        heads={["No.", "Started", "Took", "Result"]}
      >
        {attempts.map((attempt) => (
          <tr key={attempt.number}>
            <th scope="row">{attempt.number}</th>
            <td>
              <TimeLabel iso={attempt.startedAt} />
            </td>
            <td>{attempt.endedAt === null ? "–" : tookLabel(attempt)}</td>
            <td>
              <Result attempt={attempt} isRunning={isRunning(attempt, effect)} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
};

const isRunning = ({ number }: Attempt, { status, attempts }: EventEffect) =>
  status === "pending" && number === attempts;

const tookLabel = ({ startedAt: start, endedAt: end }: Attempt) =>
  formatDuration(Date.parse(end ?? start) - Date.parse(start));

const Result: FC<{ attempt: Attempt; isRunning: boolean }> = ({ attempt, isRunning: isNewest }) => {
  const { outcome, error, httpStatus: status, message, worker } = attempt;
  return (
    <>
      {outcome === null ? (
        <span class={`status ${isNewest ? "pending" : "dead_lettered"}`}>
          {isNewest ? "no result yet" : "no result: its worker stopped"}
        </span>
      ) : (
        <span class={`status ${ATTEMPT_LABELS[outcome].status}`}>
          {ATTEMPT_LABELS[outcome].label}
        </span>
      )}
      {status === null ? null : <span>, HTTP {status}</span>}
      {error === null ? null : <code class="why">{error}</code>}
      {message === null || message === "" ? null : <q class="why">{message}</q>}
      <span class="hint why">
        worker <code>{worker}</code>
      </span>
    </>
  );
};
