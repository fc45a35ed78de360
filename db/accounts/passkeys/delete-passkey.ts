import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

const Row = z.object({ id: z.string() });

export async function deletePasskey(
  db: Db,
  { id, notice, ...currentUser }: CurrentUserIds & { id: string; notice: NoticeEvent },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`with removed as (
      delete from ${webauthnCredentials} where ${lockValidSession(currentUser, notice.at)}
        and id = ${id}::uuid and user_id = ${currentUser.userId}::uuid
      returning id, user_id
    ), notice as (
      ${insertSecurityNotice(notice, "passkey-removed", sql`from removed`)}
    )
    select id from removed`,
    Row,
  );
  return rows.length === 1;
}
