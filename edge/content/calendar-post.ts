import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { postState } from "#contracts/content/posts.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { toPostPicture } from "./post-media.ts";

/**
 * @param viewer id of an approver; null: the owner
 * @returns null for a withdrawn post
 */
export function toCalendarPost(
  row: PostRow,
  viewer: string | null,
  address: MediaAddress,
): CalendarPost | null {
  const isPublished = row.publications.length > 0;
  const state = postState({
    decision: row.decision,
    isPublished,
    isWithdrawn: row.is_withdrawn,
  });
  if (state === "withdrawn") return null;
  const { id, version, format, text, platforms, words, publications, comments } = row;
  return {
    id,
    version,
    contentHash: row.content_hash,
    format,
    text,
    platforms,
    plannedOn: row.planned_on,
    plannedTime: row.planned_time,
    state,
    words,
    decidedBy: row.decided_via === null ? null : deciderOf(row, row.decided_via, viewer),
    media: row.media.map((file) => toPostPicture(file, address)),
    publications,
    comments,
  };
}

function deciderOf(
  { approver_id: approverId, decided_by: name }: PostRow,
  via: NonNullable<PostRow["decided_via"]>,
  viewer: string | null,
): CalendarPost["decidedBy"] {
  // A removed approver has a name and no id.
  return { isYou: viewer === null ? name === null : approverId === viewer, name, via };
}
