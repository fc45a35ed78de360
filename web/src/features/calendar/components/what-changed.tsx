import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { changedParts } from "#contracts/content/changed-parts.ts";

type WhatChangedProps = {
  post: CalendarPost;
  before: NonNullable<CalendarPost["previous"]>;
  /** The customer decided about the version before. */
  isOpen: boolean;
};

/** Old beside new, folded below the new post. */
export function WhatChanged({ post, before, isOpen }: WhatChangedProps) {
  const changed = changedParts(before, post);
  return (
    <details open={isOpen}>
      <summary className="flex items-center gap-3 py-2 font-semibold">
        <span aria-hidden="true" className="disclosure-mark" />
        What changed since version {before.version}
      </summary>
      {before.words !== null && (
        <p className="measure my-4 border-l-3 border-persimmon pl-3 whitespace-pre-wrap wrap-anywhere">
          {before.words}
        </p>
      )}
      {changed.length === 0 && <p>The pictures, or the words for one platform.</p>}
      {changed.map(({ name, old, now }) => (
        <p key={name} className="measure my-4 whitespace-pre-wrap wrap-anywhere">
          <strong>{name}: </strong>
          <del>
            <span className="sr-only">removed: </span>
            {old}
          </del>{" "}
          <ins>
            <span className="sr-only">added: </span>
            {now}
          </ins>
        </p>
      ))}
    </details>
  );
}
