import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { flowStates, users } from "#db/schema/accounts.ts";
import { insertSignInNotice } from "../insert-security-notice.ts";
import { insertSession, type NewSession } from "../sessions/insert-session.ts";
import { SignedIn, signedInColumns } from "../sessions/signed-in.ts";

export async function exchangeCode(
  db: Db,
  { flowId, session }: { flowId: string; session: NewSession },
): Promise<SignedIn | null> {
  // The delete closes the race of two exchanges: one gets the row, the other null.
  const [row] = await rowsOf(
    db,
    sql`with used as (
      delete from ${flowStates} where id = ${flowId}::uuid returning user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    ), session as (
      ${insertSession(session, sql`from signed_in`)}
    ), sign_in_notice as (
      ${insertSignInNotice(session)}
    )
    select ${signedInColumns(sql`signed_in`)} from signed_in`,
    SignedIn,
  );
  return row ?? null;
}
