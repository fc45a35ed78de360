import { sql } from "drizzle-orm";
import * as z from "zod";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { UserQuery } from "#db/billing/user-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";

/** Also after the last subscription ended. The objects go after the row. @returns false when the user has no such file */
export async function removeMaterial(
  db: Db,
  { user, mediaId }: { user: UserQuery; mediaId: string },
): Promise<boolean> {
  const removed = await rowsOf(
    db,
    sql`delete from ${media} file using ${businesses} own
      where own.id = file.business_id and own.user_id = ${user.userId}::uuid and file.id = ${mediaId}
        and file.uploaded_by is null and ${isValidSession(user, user.at)}
      returning file.id`,
    z.object({ id: z.string() }),
  );
  return removed.length > 0;
}
