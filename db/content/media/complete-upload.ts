import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { media, uploadParts } from "#db/schema/media.ts";

/**
 * Completes an upload whose parts are one object by now.
 *
 * @returns false when another request completed or removed it
 */
export async function completeUpload(db: Db, event: EventOf<"MaterialUploaded">): Promise<boolean> {
  const { mediaId, userId } = event.data;
  const completed = await rowsOf(
    db,
    sql`with completed as (
      update ${media} file set state = 'checking', upload_id = null
      where file.id = ${mediaId} and file.state = 'uploading' returning file.id
    ), parts as (
      delete from ${uploadParts} part using completed where part.media_id = completed.id
    ), event as (
      ${insertEvent(event, { type: "user", id: userId }, sql`from completed`)}
    )
    select id from completed`,
    z.object({ id: z.string() }),
  );
  return completed.length > 0;
}
