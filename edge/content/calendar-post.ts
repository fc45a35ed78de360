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
    isWithdrawn: row.isWithdrawn,
  });
  if (state === "withdrawn") return null;
  const { id, version, format, text, platforms, publications, scheduled, comments } = row;
  const isStopping = row.stopWords !== null;
  return {
    id,
    version,
    contentHash: row.contentHash,
    format,
    text,
    texts: row.texts ?? {},
    firstComment: row.firstComment,
    platforms,
    plannedOn: row.plannedOn,
    plannedTime: row.plannedTime,
    state,
    words: row.stopWords ?? row.words,
    decidedBy: row.decidedVia === null ? null : deciderOf(row, row.decidedVia, viewer),
    media: row.media.map((file) => toPostPicture(file, address)),
    publications,
    scheduled,
    isStopping,
    comments,
    previous: row.previous,
  };
}

function deciderOf(
  { approverId, decidedBy: name }: PostRow,
  via: NonNullable<PostRow["decidedVia"]>,
  viewer: string | null,
): CalendarPost["decidedBy"] {
  // A removed approver has a name and no id.
  return { isYou: viewer === null ? name === null : approverId === viewer, name, via };
}
