import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { flowStates, users } from "#db/schema/accounts.ts";
import { type NewSession, openSession, type SignedIn } from "../sessions/open-session.ts";

export function exchangeCode(
  db: Db,
  { flowId, session }: { flowId: string; session: NewSession },
): Promise<SignedIn | null> {
  // The delete closes the race of two exchanges: one gets the row, the other null.
  return openSession(
    db,
    session,
    sql`used as (
      delete from ${flowStates} where id = ${flowId}::uuid returning user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    )`,
  );
}
