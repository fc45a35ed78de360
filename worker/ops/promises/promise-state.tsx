/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { CONTACT_CHANNELS, type PromiseRuleId } from "#contracts/events/promises.ts";
import { PROMISES } from "#contracts/promises.ts";
import { spanShort } from "#contracts/spans.ts";
import type { PromiseRow } from "#db/promises/find-promises.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { formatLondonTime } from "../layout/format-time.ts";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import {
  CHANNEL_LABELS,
  KEPT_BY_OPERATOR,
  promiseState,
  type PromiseState,
} from "./promise-labels.ts";

const LOOKS: Readonly<Record<PromiseState, string>> = {
  late: "failed",
  "due soon": "stuck",
  open: "open",
  kept: "completed",
  "kept late": "stuck",
  released: "open",
};

export const PromiseStateBadge: FC<{ promise: PromiseRow; now: Date }> = ({ promise, now }) => {
  const state = promiseState(promise, now.toISOString());
  return (
    <span class={`state ${LOOKS[state]}`}>
      {state.charAt(0).toUpperCase()}
      {state.slice(1)}
    </span>
  );
};

/** With the time that is left, or that it is late. */
export const DueLabel: FC<{ promise: PromiseRow; now: Date }> = ({ promise, now }) => {
  const leftS = (Date.parse(promise.dueAt) - now.getTime()) / 1_000;
  const isOpen = promise.keptAt === null && promise.releasedAt === null;
  return (
    <>
      <TimeLabel iso={promise.dueAt} />
      {isOpen ? (
        <span class="quiet">
          {leftS > 0 ? `, in ${spanShort(leftS)}` : `, ${spanShort(-leftS)} ago`}
        </span>
      ) : null}
    </>
  );
};

/** One press says that and how a promise was kept. Empty where the act itself keeps it. */
export const KeepButtons: FC<{ rule: PromiseRuleId }> = ({ rule }) => {
  const act = KEPT_BY_OPERATOR[rule];
  if (act === null) return null;
  return (
    <>
      {CONTACT_CHANNELS.filter((one) => one !== "mail" || act.event !== "CallHeld").map(
        (channel) => (
          <button key={channel} type="submit" name="channel" value={channel}>
            {act.done} {CHANNEL_LABELS[channel]}
          </button>
        ),
      )}
    </>
  );
};

export const PromiseLink: FC<{ promise: Pick<PromiseRow, "id" | "rule" | "dueAt"> }> = ({
  promise: { id, rule, dueAt },
}) => (
  <RowLink href={paths.promise(id)} of={`due ${formatLondonTime(dueAt)}`} id={String(id)}>
    {PROMISES[rule].text}
  </RowLink>
);

export const EventPromises: FC<{ promises: readonly PromiseRow[]; now: Date }> = ({
  promises,
  now,
}) =>
  promises.length === 0 ? null : (
    <section>
      <h2>Promised to the customer</h2>
      <ul class="log">
        {promises.map((promise) => (
          <li key={promise.id}>
            <p>
              <PromiseLink promise={promise} /> <PromiseStateBadge promise={promise} now={now} />
            </p>
            <p class="figures">
              Due <DueLabel promise={promise} now={now} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
