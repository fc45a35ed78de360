import { sql } from "drizzle-orm";
import type { MediaType } from "#contracts/content/media.ts";
import type { Db } from "#db/client.ts";
import { media, uploadParts } from "#db/schema/media.ts";

type SavePart = {
  mediaId: string;
  part: number;
  /** R2 answered with it. */
  etag: string;
  /** The first part shows it; null for the others. */
  type: MediaType | null;
};

/** A part that is sent again replaces the earlier one, as in R2. */
export async function savePart(db: Db, { mediaId, part, etag, type }: SavePart): Promise<void> {
  await db.execute(sql`with upload as (
      update ${media} file set type = coalesce(${type}, file.type)
      where file.id = ${mediaId} and file.state = 'uploading' returning file.id
    )
    insert into ${uploadParts} (media_id, part, etag) select upload.id, ${part}::int, ${etag} from upload
    on conflict (media_id, part) do update set etag = excluded.etag`);
}
