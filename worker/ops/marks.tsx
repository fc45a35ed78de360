/** @jsxImportSource hono/jsx */
import type { FC, PropsWithChildren } from "hono/jsx";
import type { EventState } from "#db/ops/event-state.ts";
import type { EffectStatus } from "#db/schema/events.ts";
import { inLondon } from "./times.ts";

/** What the desk calls the states of an event. */
export const STATE_WORDS: Record<EventState, string> = {
  open: "Open",
  stuck: "Stuck",
  failed: "Failed",
  done: "Done",
};

const EFFECT_WORDS: Record<EffectStatus, { word: string; sign: string }> = {
  pending: { word: "waiting", sign: "○" },
  done: { word: "done", sign: "✓" },
  dead: { word: "failed", sign: "✕" },
  skipped: { word: "ignored", sign: "–" },
};

/** The state of an event: never by colour alone. */
export const StateMark: FC<{ state: EventState }> = ({ state }) => (
  <span class={`state ${state}`}>{STATE_WORDS[state]}</span>
);

/** The status of one effect in a word. */
export const EffectStatusMark: FC<{ status: EffectStatus }> = ({ status }) => (
  <span class={`status ${status}`}>
    <span aria-hidden="true">{EFFECT_WORDS[status].sign}</span> {EFFECT_WORDS[status].word}
  </span>
);

/**
 * One effect in a line of others.
 *
 * @param props.words what to call it where its name says nothing
 */
export const EffectMark: FC<{ effect: string; status: EffectStatus; words?: string }> = ({
  effect,
  status,
  words = effect,
}) => (
  <li class={`status ${status}`}>
    <span aria-hidden="true">{EFFECT_WORDS[status].sign}</span> {words}
    <span class="unseen"> {EFFECT_WORDS[status].word}</span>
  </li>
);

/** A moment in London time. */
export const Moment: FC<{ iso: string }> = ({ iso }) => <time datetime={iso}>{inLondon(iso)}</time>;

/** One line of a list of facts. */
export const Fact: FC<PropsWithChildren<{ name: string }>> = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
