import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { POST_STATES } from "../post-states.ts";
import { StateMark } from "./state-word.tsx";
import { Thumb, type ThumbSize } from "./thumb.tsx";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const SHOWN_MAX = 3;
/** Length of a text in the name of its link. */
const TEXT_MAX = 80;

const CELL = "border border-rule p-1 text-left align-top text-xs";

type MonthTableProps = {
  weeks: readonly (readonly (string | null)[])[];
  caption: string;
  posts: readonly CalendarPost[];
  /** London date. */
  today: string;
  /** Id of the post whose details are beside the table. */
  selected: string | null;
  size: ThumbSize;
};

/** Weeks of posts: those of a month with small pictures, or a single one with larger ones. */
export function MonthTable({ weeks, caption, posts, today, selected, size }: MonthTableProps) {
  const sorted = posts.toSorted((a, b) => (a.plannedTime < b.plannedTime ? -1 : 1));
  return (
    <table
      className={`relative w-full table-fixed ${size === "day" ? "" : "h-[calc(100dvh-var(--above)-3.5rem)]"}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="px-1.5 text-left text-xs">
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.join(" ")}>
            {week.map((day, index) => (
              <td
                key={WEEKDAYS[index]}
                className={`${CELL} ${size === "day" ? "h-80" : "h-20"} ${day === null ? "bg-paper-deep" : ""}`}
                aria-current={day === today ? "date" : undefined}
              >
                {day !== null && (
                  <Day
                    day={day}
                    isToday={day === today}
                    posts={sorted.filter(({ plannedOn }) => plannedOn === day)}
                    selected={selected}
                    size={size}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = {
  day: string;
  isToday: boolean;
  posts: readonly CalendarPost[];
  selected: string | null;
  size: ThumbSize;
};

function Day({ day, isToday, posts, selected, size }: DayProps) {
  const most = size === "day" ? posts.length : SHOWN_MAX;
  const next = posts[most];
  const more = `+${posts.length - most} more`;
  return (
    <>
      <time
        dateTime={day}
        className={isToday ? "bg-ink px-1.5 text-paper forced-colors:border" : "text-ink-soft"}
      >
        {Number(day.slice(-2))}
      </time>
      {posts.length > 0 && (
        <ol className="grid grid-cols-1 gap-1">
          {posts.slice(0, most).map((post) => (
            <li key={post.id}>
              <PostLink post={post} isSelected={post.id === selected} size={size} />
            </li>
          ))}
          {next !== undefined && (
            <li>
              <a
                className="block py-1 underline underline-offset-[0.22em]"
                href={`#${next.id}`}
                aria-label={`${more} on ${dayLabel(day)}`}
              >
                {more}
              </a>
            </li>
          )}
        </ol>
      )}
    </>
  );
}

type PostLinkProps = {
  post: CalendarPost;
  isSelected: boolean;
  size: ThumbSize;
};

function PostLink({ post, isSelected, size }: PostLinkProps) {
  const { word, text, edge } = POST_STATES[post.state];
  const isDay = size === "day";
  return (
    <a
      href={`#${post.id}`}
      data-post={post.id}
      aria-current={isSelected ? "true" : undefined}
      className={`flex gap-1.5 border-l-3 pl-1 leading-tight hover:bg-paper-deep aria-[current=true]:bg-foam forced-colors:aria-[current=true]:outline-2 ${edge} ${isDay ? "flex-col" : "@max-[60rem]:flex-col @max-[60rem]:pl-0.5"}`}
    >
      <Thumb post={post} size={size} />
      <span className="min-w-0">
        <strong className="flex items-center gap-1 @max-[60rem]:gap-0.5">
          {post.plannedTime}
          <span className={text}>
            <StateMark state={post.state} />
          </span>
        </strong>{" "}
        <span className={`font-semibold @max-[78rem]:sr-only ${text}`}>{word}</span>
        <span className="sr-only">
          {`: ${dayLabel(post.plannedOn)}, ${placeLabel(post)}${isDay ? "" : `, ${post.text.slice(0, TEXT_MAX)}`}`}
        </span>{" "}
        {isDay && <span className="line-clamp-6 wrap-anywhere">{post.text}</span>}
      </span>
    </a>
  );
}
