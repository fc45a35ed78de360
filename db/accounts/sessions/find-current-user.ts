import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { isUnfinishedSignUp } from "../users/verified-email-sql.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "./current-user-sql.ts";

export function findCurrentUser(db: Db, currentUser: CurrentUserIds): Promise<CurrentUserState> {
  return oneRowOf(db, sql`select ${currentUserColumns(currentUser)}`, CurrentUserState);
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
  return oneRowOf(
    db,
    sql`select ${currentUserColumns(currentUser)},
      (select password_hash from ${users} where id = ${userId}::uuid) as password_hash,
      exists (
        select from ${users} owner where email = ${newEmail} and not is_sso and id <> ${userId}::uuid
          and not ${isUnfinishedSignUp(sql`owner`)}
      ) as email_taken,
      exists (select from ${users} where phone = ${newPhone} and id <> ${userId}::uuid) as phone_taken`,
    WithSecrets,
  );
}
