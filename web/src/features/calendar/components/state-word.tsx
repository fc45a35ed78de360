import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { POST_STATES } from "../post-states.ts";

type StateProps = { state: CalendarPost["state"] };

/** Beside the word, or a name that has it. */
export function StateMark({ state }: StateProps) {
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className="inline-block size-2 flex-none">
      <path d={POST_STATES[state].mark} fill="currentColor" />
    </svg>
  );
}

export function StateWord({ state }: StateProps) {
  const { word, text } = POST_STATES[state];
  return (
    <span className={`flex items-center gap-1.5 text-xs font-semibold ${text}`}>
      <StateMark state={state} />
      {word}
    </span>
  );
}
