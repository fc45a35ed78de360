import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { insertToken, type NewToken } from "./insert-token.ts";

const Written = z.object({ written: z.array(z.string()) });

/**
 * Requests the reauthentication code by mail or SMS.
 *
 * @returns ids of the events written
 */
export async function requestReauthentication(
  db: Db,
  input: {
    userId: string;
    token: NewToken;
    message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
  },
): Promise<string[]> {
  const { userId, token, message } = input;
  const [row] = await rowsOf(
    db,
    sql`with due as (
      update ${users} set reauthentication_sent_at = ${token.at}::timestamptz
      where id = ${userId}::uuid and deleted_at is null returning id
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), event as (
      ${insertEvent(message, { type: "user", id: userId }, sql`from due`)} returning id
    )
    select array(select id from event) as written`,
    Written,
  );
  if (row === undefined) throw new Error("Bug: a select without a table returned no row");
  return row.written;
}
