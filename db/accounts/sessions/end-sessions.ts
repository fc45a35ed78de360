import { type SQL, sql } from "drizzle-orm";
import { type Db, oneRowOf } from "#db/client.ts";
import { sessions } from "#db/schema/accounts.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "./current-user-sql.ts";
import { lockValidSession } from "./valid-session-sql.ts";

export const LOGOUT_SCOPES = ["global", "local", "others"] as const;
type LogoutScope = (typeof LOGOUT_SCOPES)[number];

type EndSessions = {
  scope: LogoutScope;
  at: string;
};

/**
 * A session without the second factor of its account ends no other.
 *
 * @returns the state before; if the current session is gone, none is ended
 */
export async function endSessions(
  db: Db,
  currentUser: CurrentUserIds,
  { scope, at }: EndSessions,
): Promise<CurrentUserState> {
  return oneRowOf(db, CurrentUserState)`with own as materialized (
    select id, user_id, ${lockValidSession(currentUser, at)} as is_valid from ${sessions}
    where id = ${currentUser.sessionId}::uuid and user_id = ${currentUser.userId}::uuid
  ), ended as (
    delete from ${sessions} ended using own
    where ended.user_id = own.user_id and ${inScope(currentUser, scope)} and (ended.id = own.id or own.is_valid)
  )
  select ${currentUserColumns(currentUser)}`;
}

function inScope({ sessionId }: CurrentUserIds, scope: LogoutScope): SQL {
  switch (scope) {
    case "global":
      return sql`true`;
    case "local":
      return sql`ended.id = ${sessionId}::uuid`;
    case "others":
      return sql`ended.id <> ${sessionId}::uuid`;
  }
}
