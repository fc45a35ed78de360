import { useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { POST_FORMATS } from "#contracts/content/posts.ts";
import { Button } from "../../../ui/button.tsx";
import { monthToOpen, monthWeeks, shiftMonth } from "../month-weeks.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const SHOWN_MAX = 3;
/** Length of a text in the name of its link. */
const TEXT_MAX = 80;

const STATES: Readonly<Record<CalendarPost["state"], string>> = {
  waiting: "For you",
  approved: "Approved",
  changes_requested: "Changing",
  published: "Live",
};

const format = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

export function MonthTable({
  posts,
  today,
}: {
  posts: readonly CalendarPost[];
  /** London date. */
  today: string;
}) {
  const [month, setMonth] = useState(() => monthToOpen(posts, today));
  const sorted = posts.toSorted((a, b) => (a.plannedTime < b.plannedTime ? -1 : 1));
  return (
    <section aria-labelledby="calendar-month" className="calendar-group calendar-month">
      <div className="calendar-month-head">
        <h2 id="calendar-month" className="text-xl" aria-live="polite">
          {format.format(new Date(month))}
        </h2>
        <Button variant="quiet" onClick={() => setMonth(shiftMonth(month, -1))}>
          Previous month
        </Button>
        <Button variant="quiet" onClick={() => setMonth(shiftMonth(month, 1))}>
          Next month
        </Button>
      </div>
      <table>
        <caption className="sr-only">Posts in {format.format(new Date(month))}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week.join(" ")}>
              {week.map((day, index) => (
                <td key={WEEKDAYS[index]} data-today={day === today || undefined}>
                  {day !== null && (
                    <Day day={day} posts={sorted.filter(({ plannedOn }) => plannedOn === day)} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Day({ day, posts }: { day: string; posts: readonly CalendarPost[] }) {
  const next = posts[SHOWN_MAX];
  const more = `+${posts.length - SHOWN_MAX} more`;
  return (
    <>
      <time dateTime={day}>{Number(day.slice(-2))}</time>
      {posts.length > 0 && (
        <ol>
          {posts.slice(0, SHOWN_MAX).map((post) => (
            <li key={post.id}>
              <PostLink post={post} />
            </li>
          ))}
          {next !== undefined && (
            <li>
              <a href={`#${next.id}`} aria-label={`${more} on ${dayLabel(day)}`}>
                {more}
              </a>
            </li>
          )}
        </ol>
      )}
    </>
  );
}

function PostLink({ post }: { post: CalendarPost }) {
  const isReel = post.format === "reel";
  const shown = `${post.plannedTime} ${isReel ? `${POST_FORMATS.reel} · ` : ""}${STATES[post.state]}`;
  return (
    <a
      href={`#${post.id}`}
      data-state={post.state}
      aria-label={`${shown}: ${dayLabel(post.plannedOn)}, ${placeLabel(post)}, ${post.text.slice(0, TEXT_MAX)}`}
    >
      {shown}
    </a>
  );
}
