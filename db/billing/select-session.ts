import { type SQL, sql } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { Db } from "#db/client.ts";

/** Selects one row, to left-join a user's rows to: one round trip also checks the session. */
export function selectSession(db: Pick<Db, "select">, user: CurrentUserAt) {
  const session = db
    .select({
      isSessionValid: (isValidSession(user, user.at) as SQL<boolean>).as("is_session_valid"),
    })
    .from(sql`(values (true)) one`)
    .as("session");
  return db.select().from(session);
}
