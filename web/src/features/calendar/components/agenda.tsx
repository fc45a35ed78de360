import type { ReactNode } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { GROUP_TITLES, groupPosts, type PostGroups } from "../group-posts.ts";
import { useSelectedPost } from "../hooks/use-selected-post.ts";
import { ApproveAll } from "./approve-all.tsx";
import { PostRows } from "./post-rows.tsx";
import { WaitingPages } from "./waiting-pages.tsx";

export type CalendarProps = {
  posts: readonly CalendarPost[];
  /** Milliseconds since the epoch. */
  now: number;
  /** The site's own bar is at the foot of a phone. */
  hasBar: boolean;
  children: (post: CalendarPost, hasButtonsElsewhere: boolean) => ReactNode;
};

/** Phones show what waits as pages, everything else as rows that open. */
export function Agenda({ posts, now, hasBar, children }: CalendarProps) {
  const selected = useSelectedPost(posts);
  const { waiting, ...others } = groupPosts(posts, now);
  return (
    <>
      <section aria-labelledby="calendar-waiting" className="border-t-2 border-ink pt-4 pb-8">
        <h2 id="calendar-waiting" className="text-xl">
          {`${GROUP_TITLES.waiting} (${waiting.length})`}
        </h2>
        {waiting.length === 0 && <p className="text-ink-soft">Nothing is waiting for you.</p>}
        <ApproveAll posts={waiting} />
        <WaitingPages posts={waiting} isAboveBar={hasBar}>
          {(post) => children(post, true)}
        </WaitingPages>
      </section>
      {(Object.keys(others) as (keyof typeof others & keyof PostGroups)[]).map((name) => (
        <PostRows
          key={name}
          name={name}
          title={GROUP_TITLES[name]}
          posts={others[name]}
          selected={selected?.id ?? null}
        >
          {(post) => children(post, false)}
        </PostRows>
      ))}
    </>
  );
}
