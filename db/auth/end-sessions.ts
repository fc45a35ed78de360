import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { sessions } from "#db/schema/auth.ts";
import { callerColumns, type CallerIds, CallerState } from "./account.ts";

/** Which of a person's sessions end: all, the one that asks, or all but that. */
export const LOGOUT_SCOPES = ["global", "local", "others"] as const;
export type LogoutScope = (typeof LOGOUT_SCOPES)[number];

/**
 * Ends sessions in one statement, if the one that asks is still there itself.
 *
 * @returns the caller as they were before
 */
export async function endSessions(
  db: Db,
  caller: CallerIds,
  scope: LogoutScope,
): Promise<CallerState> {
  const [state] = await rowsOf(
    db,
    sql`with ended as (
      delete from ${sessions} ended
      where ended.user_id = ${caller.userId}::uuid and ${inScope(caller, scope)} and exists (
        select from ${sessions} own
        where own.id = ${caller.sessionId}::uuid and own.user_id = ${caller.userId}::uuid
      )
    )
    select ${callerColumns(caller)}`,
    CallerState,
  );
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}

function inScope({ sessionId }: CallerIds, scope: LogoutScope): SQL {
  switch (scope) {
    case "global":
      return sql`true`;
    case "local":
      return sql`ended.id = ${sessionId}::uuid`;
    case "others":
      return sql`ended.id <> ${sessionId}::uuid`;
  }
}
