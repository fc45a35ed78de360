import { and, asc, inArray, lte } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { removedMedia } from "#db/schema/media.ts";

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
