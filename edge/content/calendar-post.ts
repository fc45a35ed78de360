import type { CalendarPost, PostPicture } from "#contracts/api/content/calendar.ts";
import { postState } from "#contracts/content/posts.ts";
import {
  type MediaAddress,
  createMediaAddress,
  createMediaKeys,
} from "#db/content/media/media-address.ts";
import type { PostRow, PostMediaRow } from "#db/content/select-posts.ts";
import type { EdgeDeps } from "../deps.ts";

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
  const state = postState({ decision: row.decision, isPublished, isWithdrawn: row.isWithdrawn });
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

/** A picture or video with addresses for whoever sees the post. */
export function toPostPicture(
  { mediaId: id, type, width, height, alt, hasPoster }: PostMediaRow,
  address: MediaAddress,
): PostPicture {
  const isVideo = type.startsWith("video/");
  const hasStill = !isVideo || hasPoster;
  return {
    id,
    kind: isVideo ? "video" : "picture",
    width,
    height,
    alt,
    thumb: hasStill ? address(id, "thumb") : null,
    small: address(id, hasStill ? "800" : "original"),
    large: address(id, isVideo ? "original" : "1600"),
  };
}

/** Addresses for one answer. */
export function mediaAddressOf({ config, now }: Pick<EdgeDeps, "config" | "now">): MediaAddress {
  return createMediaAddress(createMediaKeys(config.AUTH_CODE_SECRET), config.API_URL, now());
}
