import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { POST_STATES } from "../post-states.ts";

const STATES = Object.keys(POST_STATES) as CalendarPost["state"][];

/** How many posts of a month are in which state; the water stands as high as what is approved. */
export function MonthTide({ posts }: { posts: readonly CalendarPost[] }) {
  const count = (...states: readonly CalendarPost["state"][]) =>
    posts.filter(({ state }) => states.includes(state)).length;
  const level = posts.length === 0 ? 0 : count("approved", "published") / posts.length;
  return (
    <div className="min-w-0 text-xs">
      <ul className="flex flex-wrap gap-x-4">
        {STATES.map((state) => (
          <li key={state} className={`font-semibold ${POST_STATES[state].text}`}>
            <span aria-hidden="true">● </span>
            {`${POST_STATES[state].word} ${count(state)}`}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="mt-1 h-1 overflow-hidden bg-rule">
        <div
          className="h-full bg-tide-bright motion-safe:transition-transform motion-safe:duration-700"
          style={{ transform: `translateX(${(level - 1) * 100}%)` }}
        />
      </div>
    </div>
  );
}
