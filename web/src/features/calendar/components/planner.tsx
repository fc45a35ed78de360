import type { KeyboardEvent, MouseEvent } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { addDays } from "#contracts/durations.ts";
import { formatDayOfYear, formatMonth } from "../../../lib/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { Chevron } from "../../../ui/icons.tsx";
import { addressOf, show, type Shown, useShown, type View, VIEWS } from "../calendar-address.ts";
import {
  GROUP_TITLES,
  groupPosts,
  inOrder,
  londonDay,
  type PostGroups,
  WEEK_DAYS,
} from "../group-posts.ts";
import { useDecisions } from "../hooks/use-decisions.ts";
import { useSelectedPost } from "../hooks/use-selected-post.ts";
import { dayToOpen, monthWeeks, shiftMonth, weekOf } from "../month-weeks.ts";
import { POST_STATES } from "../post-states.ts";
import type { CalendarProps } from "./agenda.tsx";
import { ApproveAll } from "./approve-all.tsx";
import { MonthTable } from "./month-table.tsx";
import { PostRows } from "./post-rows.tsx";
import { StateMark } from "./state-word.tsx";

/** As high as the post beside a quiet week. */
const AFTER_MAX = 4;

/** Wide screens show the month, a week or a list, and one post beside it. */
export function Planner({ posts, now, children }: CalendarProps) {
  const { running, decide, ask } = useDecisions();
  const selected = useSelectedPost(posts);
  const shown = useShown();
  const today = londonDay(now);
  const on = shown.on ?? selected?.plannedOn ?? dayToOpen(posts, today);
  const groups = groupPosts(posts, now);
  const [next = groups.soon[0] ?? groups.later[0] ?? groups.live[0]] = groups.waiting;
  const detailed = selected ?? next ?? null;

  function press(event: KeyboardEvent): void {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea");
    const isKey = event.isTrusted && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isKey || isTyping || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    if (key === "j" || key === "k") turn(event.currentTarget, detailed, key === "j" ? 1 : -1);
    // Keys are only about the post that has the focus.
    const isOn = detailed !== null && document.activeElement?.id === detailed.id;
    if (!isOn || detailed.state !== "waiting" || running !== null) return;
    if (key === "a") decide(detailed, null);
    else if (key === "c") ask(detailed.id);
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys repeat what its links and buttons do
    <div className="@container" onKeyDown={press}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t-2 border-ink pt-2 [@media(height<45rem)]:border-transparent">
        <Tabs shown={shown} />
        {shown.view !== "list" && (
          <>
            <Turns view={shown.view} on={on} />
            <MonthTide
              posts={posts.filter(({ plannedOn }) => plannedOn.startsWith(on.slice(0, 7)))}
            />
          </>
        )}
        <h2 id="calendar-details" className="ml-auto text-lg">
          {`${GROUP_TITLES.waiting} (${groups.waiting.length})`}
        </h2>
        <ApproveAll posts={groups.waiting} className="min-h-10 py-1" />
      </div>
      <div className="mt-2 grid items-start gap-x-6 @min-[40rem]:grid-cols-[minmax(0,1fr)_17rem] @min-[74rem]:grid-cols-[minmax(0,1fr)_23rem]">
        <div>
          {shown.view === "list" ? (
            (Object.keys(groups) as (keyof PostGroups)[]).map((name) => (
              <PostRows
                key={name}
                name={`list-${name}`}
                title={GROUP_TITLES[name]}
                posts={groups[name]}
                selected={detailed?.id ?? null}
              />
            ))
          ) : (
            <MonthTable
              weeks={shown.view === "month" ? monthWeeks(on.slice(0, 7)) : [weekOf(on)]}
              caption={`Posts in ${titleOf(shown.view, on)}`}
              posts={posts}
              today={today}
              selected={detailed?.id ?? null}
              size={shown.view === "month" ? "cell" : "day"}
            />
          )}
          <p className="mt-3 text-xs text-ink-soft">
            Nothing goes live until you approve it. Times are UK time. Keys: J and K open the next
            and the previous post. On a post that waits, A approves it and C asks for changes.
          </p>
          {shown.view === "week" && (
            <div className="mt-6">
              <PostRows
                name="after"
                title="After this week"
                posts={inOrder(posts)
                  .filter(({ plannedOn }) => plannedOn >= addDays(weekOf(on)[0] ?? on, WEEK_DAYS))
                  .slice(0, AFTER_MAX)}
                selected={detailed?.id ?? null}
              />
            </div>
          )}
        </div>
        <section aria-labelledby="calendar-details" className="calendar-details">
          {groups.waiting.length === 0 && (
            <p className="mb-3 text-ink-soft">Nothing is waiting for you.</p>
          )}
          {detailed !== null && children(detailed, false)}
        </section>
      </div>
    </div>
  );
}

function titleOf(view: Exclude<View, "list">, on: string): string {
  return view === "month" ? formatMonth(on) : `the week of ${formatDayOfYear(weekOf(on)[0] ?? on)}`;
}

function Tabs({ shown }: { shown: Shown }) {
  function open(event: MouseEvent, view: View): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show({ ...shown, view });
  }
  return (
    <nav aria-label="Views of the calendar" className="-ml-3">
      <ul className="flex">
        {(Object.keys(VIEWS) as View[]).map((view) => (
          <li key={view}>
            <a
              href={addressOf({ ...shown, view })}
              aria-current={view === shown.view ? "page" : undefined}
              className="nav-link"
              onClick={(event) => open(event, view)}
            >
              {VIEWS[view]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Turns({ view, on }: { view: Exclude<View, "list">; on: string }) {
  const turnBy = (by: number) =>
    show({
      view,
      on: view === "month" ? `${shiftMonth(on.slice(0, 7), by)}-01` : addDays(on, by * 7),
    });
  const title = titleOf(view, on);
  return (
    <div className="mr-auto flex flex-wrap items-center gap-x-3">
      <h2 className="text-lg" aria-live="polite">
        {title.charAt(0).toUpperCase() + title.slice(1)}
      </h2>
      <Button variant="quiet" aria-label={`Previous ${view}`} onClick={() => turnBy(-1)}>
        <Chevron className="size-4 rotate-90" />
      </Button>
      <Button variant="quiet" aria-label={`Next ${view}`} onClick={() => turnBy(1)}>
        <Chevron className="size-4 -rotate-90" />
      </Button>
    </div>
  );
}

/** Opens the link before or after that of the post. */
function turn(planner: Element, post: CalendarPost | null, by: number): void {
  const links = [...planner.querySelectorAll<HTMLAnchorElement>("a[data-post]")];
  const index = links.findIndex((link) => link.dataset["post"] === post?.id);
  links[index === -1 ? 0 : index + by]?.click();
}

const STATES = Object.keys(POST_STATES) as CalendarPost["state"][];

/** How many posts of a month are in which state; the water stands as high as what is approved. */
function MonthTide({ posts }: { posts: readonly CalendarPost[] }) {
  const count = (...states: readonly CalendarPost["state"][]) =>
    posts.filter(({ state }) => states.includes(state)).length;
  const level = posts.length === 0 ? 0 : count("approved", "published") / posts.length;
  return (
    <div className="min-w-0 text-xs">
      <ul className="flex flex-wrap gap-x-4">
        {STATES.map((state) => (
          <li key={state} className={`font-semibold ${POST_STATES[state].text}`}>
            <StateMark state={state} /> {`${POST_STATES[state].word} ${count(state)}`}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="mt-1 h-1 overflow-hidden bg-rule forced-colors:hidden">
        <div
          className="h-full bg-tide-bright motion-safe:transition-transform motion-safe:duration-700"
          style={{ transform: `translateX(${(level - 1) * 100}%)` }}
        />
      </div>
    </div>
  );
}
