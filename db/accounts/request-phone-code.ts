import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { matchesEmailOrPhone } from "./find-credentials.ts";
import {
  insertAccount,
  insertIdentity,
  type NewAccount,
  type NewIdentity,
} from "./insert-account.ts";
import { insertToken, type NewToken } from "./insert-token.ts";

export type RequestPhoneCode = {
  /** E.164 without its plus. */
  phone: string;
  /** What is made where nobody has the phone; null where that is to stay so. */
  fresh: {
    account: NewAccount;
    identity: NewIdentity;
    created: EventOf<"AccountCreated">;
  } | null;
  /** Whether a phone that is proven gets a code, too: to sign in with, where it is not only to be confirmed. */
  alsoProven: boolean;
  token: NewToken;
  text: EventOf<"AuthSmsRequested">;
  /** Between two such texts to one person, in seconds. */
  frequencyS: number;
  /** How long the relay leaves the events to the edge's own publishing, in milliseconds. */
  graceMs: number;
};

const Row = z.object({
  is_known: z.boolean(),
  /** Ids of the events that were written. */
  written: z.array(z.string()),
});

/**
 * Asks for a text with a code that proves a phone, and makes the account where there is none, in one statement. What an
 * account of before says stays as it is, and it gets no text before it is due. A way in without a password, and a sign-up
 * with another one, void that of an account of which nothing was ever proven: whoever chose it may not be the phone's
 * owner.
 *
 * @returns `isKnown` says whether there is an account now
 */
export async function requestPhoneCode(
  db: Db,
  input: RequestPhoneCode,
): Promise<{ isKnown: boolean; written: string[] }> {
  const asked = await requestOnce(db, input);
  // Somebody else made the account meanwhile, where this statement could not see it.
  return asked.isKnown || input.fresh === null ? asked : requestOnce(db, input);
}

async function requestOnce(
  db: Db,
  input: RequestPhoneCode,
): Promise<{ isKnown: boolean; written: string[] }> {
  const { phone, fresh, alsoProven, token, text, frequencyS, graceMs } = input;
  const at = sql`${token.at}::timestamptz`;
  const createdParts =
    fresh === null
      ? sql`created as (select id from ${users} where false), created_event as (select ''::text as id where false)`
      : sql`created as (
      ${insertAccount(fresh.account, sql`where not exists (select from existing)`)}
    ), identity as (
      ${insertIdentity(fresh.identity, sql`from created`)}
    ), created_event as (
      ${insertEvent(fresh.created, { type: "user", id: fresh.account.id }, graceMs, sql`from created`)} returning id
    )`;
  const [row] = await rowsOf(
    db,
    sql`with existing as (
      select account.id, account.phone_confirmed_at, account.confirmation_sent_at,
        coalesce(account.phone_confirmed_at, account.email_confirmed_at) is null as is_unproven,
        account.confirmation_sent_at is null
          or account.confirmation_sent_at <= ${at} - ${frequencyS}::int * interval '1 second' as is_due
      from ${users} account where ${matchesEmailOrPhone({ phone })} for update
    ), ${createdParts}, again as (
      update ${users} account set
        confirmation_sent_at = case when existing.is_due then ${at} else account.confirmation_sent_at end,
        password_hash = case when existing.is_unproven and (
            ${alsoProven}::boolean and existing.is_due or account.password_hash <> ${fresh?.account.passwordHash ?? null}
          ) then null else account.password_hash end
      from existing where account.id = existing.id
        and (${alsoProven}::boolean or existing.phone_confirmed_at is null)
      returning account.id, existing.is_due
    ), due as (
      select id from created union all select id from again where is_due
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), text_event as (
      ${insertEvent(text, { type: "user", id: sql`id::text` }, graceMs, sql`from due`)} returning id
    )
    select exists (select from existing union all select from created) as is_known,
      array(select id from created_event union all select id from text_event) as written`,
    Row,
  );
  if (row === undefined) throw new Error("Bug: a select without a table returned no row");
  return { isKnown: row.is_known, written: row.written };
}
