import { getTableColumns, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { jsonRow } from "#db/json-row.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";

export const SessionRow = jsonRow(getTableColumns(sessions));
export type SessionRow = z.infer<typeof SessionRow>;

/** Read from a verified access token. */
export type CurrentUserIds = {
  userId: string;
  /** Null in tokens issued without a session. */
  sessionId: string | null;
};

export type CurrentUserAt = CurrentUserIds & {
  /** ISO 8601 */
  at: string;
};

/** Null for an account or session that is gone. */
export const CurrentUserState = z.object({
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
});
export type CurrentUserState = z.infer<typeof CurrentUserState>;

export function currentUserColumns({ userId, sessionId }: CurrentUserIds): SQL {
  return sql`(
      select ${accountJson(sql`account`)} from ${users} account
      where account.id = ${userId}::uuid and account.deleted_at is null
    ) as "user", (
      select to_jsonb(session) from ${sessions} session
      where session.id = ${sessionId}::uuid and session.user_id = ${userId}::uuid
    ) as session`;
}
