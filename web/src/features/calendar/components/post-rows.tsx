import type { ReactNode } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { POST_STATES } from "../post-states.ts";
import { StateWord } from "./state-word.tsx";
import { Thumb } from "./thumb.tsx";

type PostRowsProps = {
  name: string;
  title: string;
  posts: readonly CalendarPost[];
  selected: string | null;
  /** The details of the selected post, where they stand below its row. */
  children?: ((post: CalendarPost) => ReactNode) | undefined;
};

export function PostRows({ name, title, posts, selected, children }: PostRowsProps) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={`calendar-${name}`} className="border-t-2 border-ink pt-4 pb-8">
      <h2 id={`calendar-${name}`} className="text-xl">
        {title}
      </h2>
      <ul className="mt-2">
        {posts.map((post) => (
          <li key={post.id} className="border-b border-rule">
            <Row post={post} isSelected={post.id === selected} />
            {post.id === selected && children?.(post)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ post, isSelected }: { post: CalendarPost; isSelected: boolean }) {
  return (
    <a
      href={`#${post.id}`}
      data-post={post.id}
      aria-current={isSelected ? "true" : undefined}
      className={`my-2 flex gap-3 border-l-3 pl-2 hover:bg-paper-deep aria-[current=true]:bg-foam forced-colors:aria-[current=true]:outline-2 ${POST_STATES[post.state].edge}`}
    >
      <Thumb post={post} size="row" />
      <span className="min-w-0 text-(length:--text-sm) leading-snug">
        <strong className="block">{plannedLabel(post)}</strong>
        <span className="flex flex-wrap gap-x-3">
          <StateWord state={post.state} />
          <span className="text-xs text-ink-soft">{placeLabel(post)}</span>
        </span>
        <span className="line-clamp-1 wrap-anywhere">{post.text}</span>
      </span>
    </a>
  );
}
