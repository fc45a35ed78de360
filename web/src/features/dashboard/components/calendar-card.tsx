import { useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { StateWord } from "../../calendar/components/state-word.tsx";
import { Thumb } from "../../calendar/components/thumb.tsx";
import { groupPosts } from "../../calendar/group-posts.ts";

const SHOWN_MAX = 3;
const NEXT_DAYS = "Next seven days";

export function CalendarCard({
  posts,
  isMain,
  onRetry,
}: {
  /** Undefined when they could not be loaded. */
  posts: readonly CalendarPost[] | undefined;
  isMain: boolean;
  onRetry: () => void;
}) {
  const [now] = useState(() => Date.now());
  if (posts === undefined) {
    return <LoadError text={CALENDAR_MESSAGES.loadFailed} onRetry={onRetry} />;
  }
  const { waiting, soon } = groupPosts(posts, now);
  const isWaiting = waiting.length > 0;
  return (
    <section
      aria-labelledby="calendar-card"
      className="border-t-2 border-ink bg-paper-deep p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]"
    >
      <h2 id="calendar-card" className="text-2xl">
        {isWaiting ? `Waiting for you (${waiting.length})` : NEXT_DAYS}
      </h2>
      {isWaiting && (
        <>
          <PostList posts={waiting} />
          <ButtonLink
            href={paths.calendar}
            variant={isMain ? "primary" : "secondary"}
            className="mt-5"
            arrow
          >
            Read and approve
          </ButtonLink>
          <h3 className="mt-8 text-(length:--text-lg)">{NEXT_DAYS}</h3>
        </>
      )}
      {soon.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          {posts.length === 0
            ? "Your first posts will appear here for you to approve."
            : "No approved posts go live in the next seven days."}
        </p>
      ) : (
        <PostList posts={soon} />
      )}
      {!isWaiting && (
        <ButtonLink href={paths.calendar} variant="secondary" className="mt-5">
          Open my calendar
        </ButtonLink>
      )}
    </section>
  );
}

function PostList({ posts }: { posts: readonly CalendarPost[] }) {
  const more = posts.length - SHOWN_MAX;
  return (
    <>
      <ul className="mt-2 mb-3">
        {posts.slice(0, SHOWN_MAX).map((post) => (
          <li key={post.id} className="border-b border-rule">
            <Link href={`${paths.calendar}#${post.id}`} className="group flex gap-4 py-2.5">
              <Thumb post={post} size="row" />
              <span className="min-w-0">
                <strong className="block">{plannedLabel(post)}</strong>
                <span className="flex flex-wrap gap-x-3 text-ink-soft">
                  <StateWord state={post.state} />
                  <span className="max-sm:hidden">
                    {post.platforms.map((name) => PLATFORMS[name]).join(", ")}
                  </span>
                </span>
                <span className="block truncate underline-offset-[0.22em] group-hover:underline">
                  {post.text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-soft">{`and ${more} more`}</p>}
    </>
  );
}
