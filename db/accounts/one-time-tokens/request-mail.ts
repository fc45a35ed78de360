import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { matchesEmailOrPhone } from "../users/find-credentials.ts";
import { insertMailFlow, type NewMailFlow } from "../pkce/insert-flow.ts";
import { insertToken, type NewToken } from "./insert-token.ts";

export type MailRequest = {
  email: string;
  token: NewToken;
  flow: NewMailFlow | null;
  mail: EventOf<"AuthMailRequested">;
  /** Minimum seconds between two such mails. */
  frequencyS: number;
};

const Written = z.object({ written: z.array(z.string()) });

/**
 * Requests a recovery mail, if the account exists and the last mail is old enough.
 *
 * @returns ids of the events written
 */
export function requestRecovery(db: Db, request: MailRequest): Promise<string[]> {
  return requestMail(db, request, sql`recovery_sent_at`, sql`true`);
}

/**
 * Requests the confirmation mail again, if the account still needs it.
 *
 * @returns ids of the events written
 */
export function requestConfirmation(db: Db, request: MailRequest): Promise<string[]> {
  return requestMail(
    db,
    request,
    sql`confirmation_sent_at`,
    sql`account.email_confirmed_at is null`,
  );
}

/**
 * @param timer column with the time of the last such mail
 * @param needed condition that the row `account` needs the mail
 */
async function requestMail(
  db: Db,
  { email, token, flow, mail, frequencyS }: MailRequest,
  timer: SQL,
  needed: SQL,
): Promise<string[]> {
  const [row] = await rowsOf(
    db,
    sql`with due as (
      update ${users} account set ${timer} = ${token.at}::timestamptz
      where ${matchesEmailOrPhone({ email })} and ${needed} and (
        account.${timer} is null
        or account.${timer} <= ${token.at}::timestamptz - ${frequencyS}::int * interval '1 second'
      )
      returning account.id
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), flow as (
      ${insertMailFlow(flow, sql`from due`)}
    ), event as (
      ${insertEvent(mail, { type: "user", id: sql`id::text` }, sql`from due`)} returning id
    )
    select array(select id from event) as written`,
    Written,
  );
  if (row === undefined) throw new Error("Bug: a select without a table returned no row");
  return row.written;
}
