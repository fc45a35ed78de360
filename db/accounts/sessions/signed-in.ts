import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { Account, accountJson } from "../users/account-row.ts";
import { SessionRow } from "./current-user-sql.ts";

export const SignedIn = z.object({ user: Account, session: SessionRow });
export type SignedIn = z.infer<typeof SignedIn>;

/** For a statement with a CTE `session`. */
export function signedInColumns(user: SQL, from: { identities?: SQL; factors?: SQL } = {}): SQL {
  return sql`${accountJson(user, from)} as "user", (select to_jsonb(session) from session) as session`;
}
