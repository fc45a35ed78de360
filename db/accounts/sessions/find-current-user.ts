import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "../users/account.ts";

/** Finds the account and session that an access token names. */
export async function findCurrentUser(
  db: Db,
  currentUser: CurrentUserIds,
): Promise<CurrentUserState> {
  const [state] = await rowsOf(
    db,
    sql`select ${currentUserColumns(currentUser)}`,
    CurrentUserState,
  );
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}

const WithSecrets = CurrentUserState.extend({
  password_hash: z.nullable(z.string()),
  email_taken: z.boolean(),
  phone_taken: z.boolean(),
});

/** Like `find`, with the password hash and whether the wanted email or phone is taken. */
export async function findCurrentUserForChange(
  db: Db,
  currentUser: CurrentUserIds,
  wantedEmail: string | null,
  wantedPhone: string | null = null,
): Promise<z.infer<typeof WithSecrets>> {
  const [state] = await rowsOf(
    db,
    sql`select ${currentUserColumns(currentUser)},
      (select password_hash from ${users} where id = ${currentUser.userId}::uuid) as password_hash,
      exists (
        select from ${users}
        where email = ${wantedEmail} and not is_sso and id <> ${currentUser.userId}::uuid
      ) as email_taken,
      exists (
        select from ${users} where phone = ${wantedPhone} and id <> ${currentUser.userId}::uuid
      ) as phone_taken`,
    WithSecrets,
  );
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}
