import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

/** Deletes the upload of a file whose type or size is refused. */
export async function dropUpload(db: Db, mediaId: string): Promise<void> {
  await db.delete(media).where(and(eq(media.id, mediaId), eq(media.state, "uploading")));
}
