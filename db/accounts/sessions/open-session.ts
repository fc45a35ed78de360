import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { insertSignInNotice } from "../insert-security-notice.ts";
import { insertSession, type NewSession } from "./insert-session.ts";
import { SignedIn, signedInColumns } from "./signed-in.ts";

/** CTEs `session`, which is opened for the account of `from`, and `sign_in_notice`. */
export function sessionParts(session: NewSession, from: SQL): SQL {
  return sql`session as (
      ${insertSession(session, from)}
    ), sign_in_notice as (
      ${insertSignInNotice(session)}
    )`;
}

/**
 * Opens a session for the account that the CTE `signed_in` returns.
 *
 * @returns null when it returns none
 */
export async function openSession(
  db: Db,
  session: NewSession,
  signedIn: SQL,
): Promise<SignedIn | null> {
  const [row] = await rowsOf(
    db,
    sql`with ${signedIn}, ${sessionParts(session, sql`from signed_in`)}
    select ${signedInColumns(sql`signed_in`)} from signed_in`,
    SignedIn,
  );
  return row ?? null;
}
