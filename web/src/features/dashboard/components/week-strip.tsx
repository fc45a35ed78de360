import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { formatDateWith } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { StateMark } from "../../calendar/components/state-word.tsx";
import { Thumb } from "../../calendar/components/thumb.tsx";
import { londonDay, nextDays } from "../../calendar/group-posts.ts";
import { POST_STATES } from "../../calendar/post-states.ts";
import { useDashboard } from "../dashboard-context.ts";

const format = formatDateWith({ weekday: "short", day: "numeric" });

/** The next seven days with the posts of each. */
export function WeekStrip({ posts }: { posts: readonly CalendarPost[] }) {
  const { now } = useDashboard();
  const sorted = posts.toSorted((a, b) => (a.plannedTime < b.plannedTime ? -1 : 1));
  const days = nextDays(londonDay(now)).map((day) => ({
    day,
    planned: sorted.filter(({ plannedOn }) => plannedOn === day),
  }));
  return (
    <section aria-labelledby="week" className="border-t-2 border-ink pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="week" className="text-xl">
          Next seven days
        </h2>
        <ButtonLink href={paths.calendar} variant="quiet">
          Open my calendar
        </ButtonLink>
      </div>
      <ol className="tabular mt-2 grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-0.5 text-xs sm:gap-1.5">
        {days.map(({ day, planned }, index) => (
          <li key={day} className="min-h-24 min-w-0 bg-paper-deep py-1 sm:min-h-48 sm:py-2">
            <time
              dateTime={day}
              className={`px-1 sm:px-2 ${index === 0 ? "font-bold" : "text-ink-soft"}`}
            >
              {index === 0 ? "Today" : format(day)}
            </time>
            {planned.map((post) => (
              <Planned key={post.id} post={post} />
            ))}
          </li>
        ))}
      </ol>
      {days.every(({ planned }) => planned.length === 0) && (
        <p className="mt-3 text-ink-soft">
          {posts.length === 0
            ? "Your first posts will appear here for you to approve."
            : "No posts are planned for the next seven days."}
        </p>
      )}
    </section>
  );
}

function Planned({ post }: { post: CalendarPost }) {
  const { word, text, edge } = POST_STATES[post.state];
  return (
    <Link
      href={`${paths.calendar}#${post.id}`}
      className={`mt-1 block border-t-3 px-1 pt-1 hover:underline sm:px-2 ${edge}`}
    >
      <Thumb post={post} size="day" />
      <span className="block">{post.plannedTime}</span>
      <strong className={text}>
        <StateMark state={post.state} /> <span className="max-sm:sr-only">{word}</span>
      </strong>
      <span className="sr-only">: {post.text}</span>
    </Link>
  );
}
