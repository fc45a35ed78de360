import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "../../client.ts";
import { sessions, users } from "../../schema/accounts.ts";
import { isUnfinishedSignUp } from "../users/verified-email-sql.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
  SessionRow,
} from "./current-user-sql.ts";
import { isOver, type SessionLimits } from "./valid-session-sql.ts";

export function findCurrentUser(db: Db, currentUser: CurrentUserIds): Promise<CurrentUserState> {
  return oneRowOf(db, CurrentUserState)`select ${currentUserColumns(currentUser)}`;
}

const WithSecrets = CurrentUserState.extend({
  passwordHash: z.nullable(z.string()),
  emailTaken: z.boolean(),
  phoneTaken: z.boolean(),
});

export function findCurrentUserForChange(
  db: Db,
  currentUser: CurrentUserIds,
  { newEmail = null, newPhone = null }: { newEmail?: string | null; newPhone?: string | null } = {},
): Promise<z.infer<typeof WithSecrets>> {
  const { userId } = currentUser;
  return oneRowOf(db, WithSecrets)`select ${currentUserColumns(currentUser)},
    (select password_hash from ${users} where id = ${userId}::uuid) as password_hash,
    exists (
      select from ${users} owner where email = ${newEmail} and not is_sso and id <> ${userId}::uuid
        and not ${isUnfinishedSignUp(sql`owner`)}
    ) as email_taken,
    exists (select from ${users} where phone = ${newPhone} and id <> ${userId}::uuid) as phone_taken`;
}

const Row = CurrentUserState.extend({ sessions: z.array(SessionRow) });

/** Each sign-in makes one. Those beyond are ended with all others. */
export const SESSIONS_LISTED_MAX = 100;

/** The current one, and those that can still be refreshed, last used first. */
export function listSessions(db: Db, currentUser: CurrentUserIds, limits: SessionLimits) {
  return oneRowOf(db, Row)`select ${currentUserColumns(currentUser)}, coalesce((
      select jsonb_agg(to_jsonb(own) order by coalesce(own.refreshed_at, own.created_at) desc, own.id)
      from (
        select * from ${sessions} own where own.user_id = ${currentUser.userId}::uuid
          and (own.id = ${currentUser.sessionId}::uuid or not ${isOver(sql`own`, limits)})
        order by own.id = ${currentUser.sessionId}::uuid desc, coalesce(own.refreshed_at, own.created_at) desc, own.id
        limit ${SESSIONS_LISTED_MAX}::int
      ) own
    ), '[]') as sessions`;
}
