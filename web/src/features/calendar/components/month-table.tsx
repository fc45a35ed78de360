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

const CELL = "border border-rule p-2 text-left align-top text-(length:--text-sm)";
const ENTRY = "block py-1 underline underline-offset-[0.22em]";

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
    <section
      aria-labelledby="calendar-month"
      className="hidden border-t-2 border-ink pt-5 pb-12 md:block"
    >
      <div className="flex items-center gap-x-7 gap-y-2">
        <h2 id="calendar-month" className="mr-auto text-xl" aria-live="polite">
          {format.format(new Date(month))}
        </h2>
        <Button variant="quiet" onClick={() => setMonth(shiftMonth(month, -1))}>
          Previous month
        </Button>
        <Button variant="quiet" onClick={() => setMonth(shiftMonth(month, 1))}>
          Next month
        </Button>
      </div>
      <table className="mt-4 w-full table-fixed">
        <caption className="sr-only">Posts in {format.format(new Date(month))}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className={CELL}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week.join(" ")}>
              {week.map((day, index) => (
                <td key={WEEKDAYS[index]} className={`${CELL} h-24`}>
                  {day !== null && (
                    <Day
                      day={day}
                      isToday={day === today}
                      posts={sorted.filter(({ plannedOn }) => plannedOn === day)}
                    />
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

function Day({
  day,
  isToday,
  posts,
}: {
  day: string;
  isToday: boolean;
  posts: readonly CalendarPost[];
}) {
  const next = posts[SHOWN_MAX];
  const more = `+${posts.length - SHOWN_MAX} more`;
  return (
    <>
      <time dateTime={day} className={isToday ? "bg-ink px-1.5 text-paper" : undefined}>
        {Number(day.slice(-2))}
      </time>
      {posts.length > 0 && (
        <ol>
          {posts.slice(0, SHOWN_MAX).map((post) => (
            <li key={post.id}>
              <PostLink post={post} />
            </li>
          ))}
          {next !== undefined && (
            <li>
              <a className={ENTRY} href={`#${next.id}`} aria-label={`${more} on ${dayLabel(day)}`}>
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
      className={`${ENTRY} data-[state=waiting]:font-semibold`}
      aria-label={`${shown}: ${dayLabel(post.plannedOn)}, ${placeLabel(post)}, ${post.text.slice(0, TEXT_MAX)}`}
    >
      {shown}
    </a>
  );
}
