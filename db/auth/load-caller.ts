import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { callerColumns, type CallerIds, CallerState } from "./account.ts";

/** Reads the account and the session that an access token names, in one statement. */
export async function loadCaller(db: Db, caller: CallerIds): Promise<CallerState> {
  const [state] = await rowsOf(db, sql`select ${callerColumns(caller)}`, CallerState);
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}

const WithSecrets = CallerState.extend({
  password_hash: z.nullable(z.string()),
  email_taken: z.boolean(),
  phone_taken: z.boolean(),
});

/**
 * Reads the same for somebody who is about to change their account: with the hash of their password, and whether
 * another account has the address or phone that they want.
 */
export async function loadCallerForChange(
  db: Db,
  caller: CallerIds,
  wantedEmail: string | null,
  wantedPhone: string | null = null,
): Promise<z.infer<typeof WithSecrets>> {
  const [state] = await rowsOf(
    db,
    sql`select ${callerColumns(caller)},
      (select password_hash from ${users} where id = ${caller.userId}::uuid) as password_hash,
      exists (
        select from ${users}
        where email = ${wantedEmail} and not is_sso and id <> ${caller.userId}::uuid
      ) as email_taken,
      exists (
        select from ${users} where phone = ${wantedPhone} and id <> ${caller.userId}::uuid
      ) as phone_taken`,
    WithSecrets,
  );
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}
