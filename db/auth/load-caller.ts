import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { callerColumns, type CallerIds, CallerState } from "./account.ts";

/** Reads the account and the session that an access token names, in one statement. */
export async function loadCaller(db: Db, caller: CallerIds): Promise<CallerState> {
  const [state] = await rowsOf(db, sql`select ${callerColumns(caller)}`, CallerState);
  if (state === undefined) throw new Error("Bug: a select without a table returned no row");
  return state;
}
