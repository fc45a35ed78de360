import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { POST_STATES } from "../post-states.ts";

export function StateWord({ state }: { state: CalendarPost["state"] }) {
  const { word, text } = POST_STATES[state];
  return (
    <span className={`flex items-center gap-1.5 text-xs font-semibold ${text}`}>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {word}
    </span>
  );
}
