import { type SQL, sql, and, asc, inArray, lte } from "drizzle-orm";
import * as z from "zod";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";
import { postDraftMedia } from "#db/schema/drafts.ts";
import { media, postVersionMedia, removedMedia } from "#db/schema/media.ts";

/** Condition: a version or a draft of a post has the file. */
export const isHeld = (mediaId: SQL): SQL => sql`(
    exists (select from ${postVersionMedia} shown where shown.media_id = ${mediaId})
    or exists (select from ${postDraftMedia} shown where shown.media_id = ${mediaId})
  )`;

/**
 * Removes a file that a user uploaded, which they may do after the last subscription has ended, too. The objects follow the row.
 *
 * @returns `kept` for a file that a post has, `unknown` when the user has no such file
 */
export async function removeMaterial(
  db: Db,
  { user, mediaId }: { user: CurrentUserAt; mediaId: string },
): Promise<"removed" | "kept" | "unknown"> {
  const { isOwn, isRemoved } = await oneRowOf(
    db,
    z.object({ isOwn: z.boolean(), isRemoved: z.boolean() }),
  )`with target as (
    select file.id from ${businesses} business join ${media} file on file.business_id = business.id
    where business.user_id = ${user.userId}::uuid and file.id = ${mediaId} and file.uploaded_by is null
      and ${isValidSession(user, user.at)}
  ), removed as (
    delete from ${media} file using target where file.id = target.id and not ${isHeld(sql`target.id`)}
    returning file.id
  )
  select exists (select from target) as is_own, exists (select from removed) as is_removed`;
  if (isRemoved) return "removed";
  return isOwn ? "kept" : "unknown";
}

type RemovedMedia = { id: string; uploadId: string | null };

/** Deleted media whose objects may still be there, the oldest first. */
export async function listRemovedMedia(db: Db, limit: number): Promise<RemovedMedia[]> {
  return db
    .select({ id: removedMedia.id, uploadId: removedMedia.uploadId })
    .from(removedMedia)
    .orderBy(asc(removedMedia.removedAt), asc(removedMedia.id))
    .limit(limit);
}

/** @param before ISO 8601: a request that began earlier may have written an object after we deleted them */
export async function forgetRemovedMedia(
  db: Db,
  ids: readonly string[],
  before: string,
): Promise<void> {
  await db
    .delete(removedMedia)
    .where(and(inArray(removedMedia.id, [...ids]), lte(removedMedia.removedAt, before)));
}
