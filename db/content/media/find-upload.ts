import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { media } from "#db/schema/media.ts";

const Row = z.object({ bytes: z.int(), uploadId: z.nullable(z.string()) });

/** Finds an upload that is not finished. */
export async function findUpload(db: Db, mediaId: string): Promise<z.infer<typeof Row> | null> {
  const [found] = await rowsOf(
    db,
    sql`select file.bytes, file.upload_id from ${media} file where file.id = ${mediaId} and file.state = 'uploading'`,
    Row,
  );
  return found ?? null;
}
