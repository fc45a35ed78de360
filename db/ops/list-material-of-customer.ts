import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { MediaRow } from "#db/content/media/find-media.ts";
import { isBusinessOf } from "#db/content/post-owner.ts";
import { businesses } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { Timestamp } from "#db/timestamps.ts";

const Row = MediaRow.extend({
  sha256: z.nullable(z.string()),
  /** The length of a video. */
  seconds: z.nullable(z.int()),
  uploadedBy: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type CustomerFile = z.infer<typeof Row>;

/** Twice what a customer may hand over. */
const FILES_MAX = 400;

/**
 * Lists the files of a customer and those that operators added, the newest first.
 *
 * @param key id of the user, or of the free-trial enquiry
 */
export async function listMaterialOfCustomer(db: Db, key: string): Promise<CustomerFile[]> {
  return rowsOf(
    db,
    sql`select file.id, file.name, file.state, file.type, file.bytes, file.width, file.height, file.refusal, file.sha256,
        file.seconds, file.uploaded_by, file.created_at
      from ${businesses} own join ${media} file on file.business_id = own.id
      where ${isBusinessOf(key)} and file.state <> 'uploading'
      order by file.created_at desc, file.id desc limit ${FILES_MAX}::int`,
    Row,
  );
}
