import { type SQL, sql } from "drizzle-orm";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { Db } from "#db/client.ts";

export type UserQuery = CurrentUserIds & {
  /** ISO 8601 */
  at: string;
};

/** Selects one row, to left-join a user's rows to: one round trip also checks the session. */
export function selectSession(db: Pick<Db, "select">, user: UserQuery) {
  const session = db
    .select({
      isSessionValid: (isValidSession(user, user.at) as SQL<boolean>).as("is_session_valid"),
    })
    .from(sql`(values (true)) one`)
    .as("session");
  return db.select().from(session);
}
