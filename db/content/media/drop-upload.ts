import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

/** Of a file that we do not take. */
export async function dropUpload(db: Db, mediaId: string): Promise<void> {
  await db.delete(media).where(and(eq(media.id, mediaId), eq(media.state, "uploading")));
}
