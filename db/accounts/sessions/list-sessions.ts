import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { sessions } from "#db/schema/accounts.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
  SessionRow,
} from "./current-user-sql.ts";
import { isOver, type SessionLimits } from "./valid-session-sql.ts";

const Row = CurrentUserState.extend({ sessions: z.array(SessionRow) });

/** Each sign-in makes one. Those beyond are ended with all others. */
export const SESSIONS_LISTED_MAX = 100;

/** The current one, and those that can still be refreshed, last used first. */
export function listSessions(
  db: Db,
  currentUser: CurrentUserIds,
  limits: SessionLimits,
): Promise<z.infer<typeof Row>> {
  return oneRowOf(
    db,
    sql`select ${currentUserColumns(currentUser)}, coalesce((
        select jsonb_agg(to_jsonb(own) order by coalesce(own.refreshed_at, own.created_at) desc, own.id)
        from (
          select * from ${sessions} own where own.user_id = ${currentUser.userId}::uuid
            and (own.id = ${currentUser.sessionId}::uuid or not ${isOver(sql`own`, limits)})
          order by own.id = ${currentUser.sessionId}::uuid desc, coalesce(own.refreshed_at, own.created_at) desc, own.id
          limit ${SESSIONS_LISTED_MAX}::int
        ) own
      ), '[]') as sessions`,
    Row,
  );
}
