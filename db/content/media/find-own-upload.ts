import { sql } from "drizzle-orm";
import * as z from "zod";
import { MEDIA_STATES } from "#contracts/content/media.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";
import { media, uploadParts } from "#db/schema/media.ts";

const Row = z.object({
  state: z.enum(MEDIA_STATES),
  bytes: z.int(),
  uploadId: z.nullable(z.string()),
  parts: z.array(z.object({ partNumber: z.int(), etag: z.string() })),
});
export type OwnUpload = z.infer<typeof Row>;

export async function findOwnUpload(
  db: Db,
  { user, mediaId }: { user: CurrentUserAt; mediaId: string },
): Promise<OwnUpload | null> {
  const [found] = await rowsOf(
    db,
    sql`select file.state, file.bytes, file.upload_id, coalesce((
        select jsonb_agg(jsonb_build_object('partNumber', part.part, 'etag', part.etag) order by part.part)
        from ${uploadParts} part where part.media_id = file.id
      ), '[]') as parts
      from ${businesses} own join ${media} file on file.business_id = own.id
      where file.id = ${mediaId} and own.user_id = ${user.userId}::uuid and ${isValidSession(user, user.at)}`,
    Row,
  );
  return found ?? null;
}
