import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { sessions } from "#db/schema/accounts.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "../users/account.ts";

const SessionListEntry = z.object({
  id: z.string(),
  created_at: Timestamp,
  refreshed_at: z.nullable(Timestamp),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  aal: z.enum(["aal1", "aal2"]),
});
export type SessionListEntry = z.infer<typeof SessionListEntry>;

const Row = CurrentUserState.extend({ sessions: z.array(SessionListEntry) });

/** Lists the sessions of a user, last used first. */
export async function listSessions(
  db: Db,
  currentUser: CurrentUserIds,
): Promise<z.infer<typeof Row>> {
  const [row] = await rowsOf(
    db,
    sql`select ${currentUserColumns(currentUser)}, coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', own.id, 'created_at', own.created_at, 'refreshed_at', own.refreshed_at,
          'user_agent', own.user_agent, 'ip', own.ip, 'aal', own.aal
        ) order by coalesce(own.refreshed_at, own.created_at) desc, own.id)
        from ${sessions} own where own.user_id = ${currentUser.userId}::uuid
      ), '[]') as sessions`,
    Row,
  );
  if (row === undefined) throw new Error("Bug: a select without a table returned no row");
  return row;
}
