import type { ReactNode } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";

export function PostGroup<P extends CalendarPost>({
  name,
  title,
  posts,
  empty,
  head,
  list,
  children,
}: {
  name: string;
  title: string;
  posts: readonly P[];
  /** What an empty group says; without it there is none. */
  empty?: string | undefined;
  head?: ReactNode;
  /** It takes the place of the cards. */
  list?: ReactNode;
  children: (post: P) => ReactNode;
}) {
  if (posts.length === 0 && empty === undefined) return null;
  return (
    <section aria-labelledby={`calendar-${name}`} className="border-t-2 border-ink pt-4 pb-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={`calendar-${name}`} className="text-xl">
          {title}
        </h2>
        {head}
      </div>
      {posts.length === 0 && <p className="text-ink-soft">{empty}</p>}
      {posts.length > 0 &&
        (list || (
          <ul className="mt-5 grid items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-6 grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))]">
            {posts.map((post) => (
              <li key={post.id}>{children(post)}</li>
            ))}
          </ul>
        ))}
    </section>
  );
}
