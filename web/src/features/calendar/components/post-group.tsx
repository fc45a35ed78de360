import type { ReactNode } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";

export function PostGroup<P extends CalendarPost>({
  name,
  title,
  posts,
  empty,
  head,
  children,
}: {
  name: string;
  title: string;
  posts: readonly P[];
  /** What an empty group says; without it there is none. */
  empty?: string | undefined;
  head?: ReactNode;
  children: (post: P) => ReactNode;
}) {
  if (posts.length === 0 && empty === undefined) return null;
  return (
    <section aria-labelledby={`calendar-${name}`} className="calendar-group">
      <h2 id={`calendar-${name}`} className="text-xl">
        {title}
      </h2>
      {head}
      {posts.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ul className="calendar-posts">{posts.map(children)}</ul>
      )}
    </section>
  );
}
