import { useCallback, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { DECISIONS_MAX } from "#contracts/content/posts.ts";
import { Button } from "../../../ui/button.tsx";
import { ALL, useDecisions } from "../hooks/use-decisions.ts";
import { Thumb } from "./thumb.tsx";

/** Names each post before one press approves all, or as many as one request may name. */
export function ApproveAll({
  posts: waiting,
  className = "mt-5",
}: {
  posts: readonly CalendarPost[];
  className?: string;
}) {
  const { running, approveAll } = useDecisions();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  // The pressed button is gone, and the focus with it.
  const takeFocusAfterPress = useCallback(
    (shown: HTMLElement | null) => {
      if (isOpen !== null) shown?.focus();
    },
    [isOpen],
  );
  if (waiting.length < 2) return null;
  const posts = waiting.slice(0, DECISIONS_MAX);
  if (isOpen !== true) {
    return (
      <Button
        ref={takeFocusAfterPress}
        variant="secondary"
        className={className}
        disabled={running !== null}
        onClick={() => setIsOpen(true)}
      >
        {posts.length < waiting.length ? "Approve the first" : "Approve all"} {posts.length}
      </Button>
    );
  }
  return (
    <div className="mt-5 w-full border-l-4 border-persimmon bg-paper-deep px-5 py-4">
      <h3 ref={takeFocusAfterPress} tabIndex={-1} className="text-lg">
        Approve these {posts.length} posts?
      </h3>
      <ul className="my-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-2">
        {posts.map((post) => (
          <li key={post.id} className="flex items-center gap-3">
            <Thumb post={post} size="cell" />
            {plannedLabel(post)}
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button
          disabled={running !== null}
          onClick={({ isTrusted }) => isTrusted && approveAll(posts)}
        >
          {running === ALL ? "Approving..." : `Approve ${posts.length} posts`}
        </Button>
        <Button variant="quiet" disabled={running !== null} onClick={() => setIsOpen(false)}>
          Back
        </Button>
      </div>
    </div>
  );
}
