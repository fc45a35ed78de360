/** @jsxImportSource hono/jsx */
import type { FC, PropsWithChildren } from "hono/jsx";
import type { EventState } from "#db/ops/event-state.ts";
import type { EffectStatus } from "#db/schema/events.ts";
import { effectLabel } from "../../event-labels.ts";
import { formatLondonTime } from "./format-time.ts";

export const EVENT_STATE_LABELS: Record<EventState, string> = {
  open: "Open",
  stuck: "Stuck",
  failed: "Failed",
  completed: "Completed",
};

export const EFFECT_STATUS_LABELS: Record<EffectStatus, { word: string; sign: string }> = {
  pending: { word: "waiting", sign: "○" },
  completed: { word: "completed", sign: "✓" },
  dead_lettered: { word: "failed", sign: "✕" },
  skipped: { word: "ignored", sign: "–" },
};

export const EventStateBadge: FC<{ state: EventState }> = ({ state }) => (
  <span class={`state ${state}`}>{EVENT_STATE_LABELS[state]}</span>
);

export const EffectStatusBadge: FC<{ status: EffectStatus }> = ({ status }) => (
  <span class={`status ${status}`}>
    <span aria-hidden="true">{EFFECT_STATUS_LABELS[status].sign}</span>{" "}
    {EFFECT_STATUS_LABELS[status].word}
  </span>
);

export const EffectBadge: FC<{ effect: string; status: EffectStatus; label?: string }> = ({
  effect,
  status,
  label = effectLabel(effect),
}) => (
  <li class={`status ${status}`}>
    <span aria-hidden="true">{EFFECT_STATUS_LABELS[status].sign}</span> {label}
    <span class="unseen"> {EFFECT_STATUS_LABELS[status].word}</span>
  </li>
);

export const EffectList: FC<{
  title: string;
  effects: readonly { effect: string; status: EffectStatus }[];
}> = ({ title, effects }) => (
  <div>
    <h2>{title}</h2>
    <ul class="effects">
      {effects.map(({ effect, status }) => (
        <li key={effect}>
          {effectLabel(effect)} <EffectStatusBadge status={status} />
        </li>
      ))}
    </ul>
  </div>
);

export const TimeLabel: FC<{ iso: string }> = ({ iso }) => (
  <time datetime={iso}>{formatLondonTime(iso)}</time>
);

export const Fact: FC<PropsWithChildren<{ name: string }>> = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A time, and what is to say of it; nothing while there is none. */
export const TimeFact: FC<PropsWithChildren<{ name: string; iso: string | null }>> = ({
  name,
  iso,
  children,
}) =>
  iso === null ? null : (
    <Fact name={name}>
      <TimeLabel iso={iso} />
      {children}
    </Fact>
  );
