import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

/** @returns the id that stands: of two requests at once the first one's; null when the upload is gone */
export async function saveUploadId(
  db: Db,
  { mediaId, uploadId }: { mediaId: string; uploadId: string },
): Promise<string | null> {
  const [saved] = await rowsOf(
    db,
    sql`update ${media} file set upload_id = coalesce(file.upload_id, ${uploadId})
      where file.id = ${mediaId} and file.state = 'uploading' returning file.upload_id`,
    z.object({ uploadId: z.string() }),
  );
  return saved?.uploadId ?? null;
}
