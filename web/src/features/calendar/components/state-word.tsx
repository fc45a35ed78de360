import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { POST_STATES } from "../post-states.ts";

type StateProps = { state: CalendarPost["state"] };

/** Tells a state where its colour does not, beside the word or in a link whose name has it. */
export function StateMark({ state }: StateProps) {
  return <i aria-hidden="true" className="state-mark" data-state={state} />;
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
