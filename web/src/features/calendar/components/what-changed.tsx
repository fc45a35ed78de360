import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";

type WhatChangedProps = {
  post: CalendarPost;
  before: NonNullable<CalendarPost["previous"]>;
};

/** Old beside new, folded below the new post. */
export function WhatChanged({ post, before }: WhatChangedProps) {
  const { format } = post;
  const parts = [
    ["Text", before.text, post.text],
    ["Day and hour", plannedLabel(before), plannedLabel(post)],
    ["Where", placeLabel({ format, ...before }), placeLabel(post)],
  ] as const;
  const changed = parts.filter(([, old, now]) => old !== now);
  return (
    <details>
      <summary>What changed since version {before.version}</summary>
      {before.words !== null && (
        <p className="measure my-4 border-l-3 border-persimmon pl-3 whitespace-pre-wrap wrap-anywhere">
          {before.words}
        </p>
      )}
      {changed.length === 0 && <p>The pictures, or the words for single platforms.</p>}
      {changed.map(([name, old, now]) => (
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
