import { sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { DEADLOCK, sqlStateOf, UNIQUE_VIOLATION } from "#db/query-error.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { mailboxOf } from "#db/schema/mailbox.ts";

/**
 * Claims the one auto-reply that a mailbox gets in a UTC day. An enquiry keeps its claim for retries and replays.
 *
 * The unique index decides between workers that claim at once; then each enquiry claims by itself.
 *
 * @returns the enquiries with a claim; the others' mailboxes have that day's auto-reply from another enquiry
 */
export async function claimAutoReplies(db: Db, ids: readonly string[]): Promise<string[]> {
  try {
    return await claim(db, ids);
  } catch (error) {
    if (!isRace(error)) throw error;
    if (ids.length === 1) return [];
    return (await Promise.all(ids.map((id) => claimAutoReplies(db, [id])))).flat();
  }
}

async function claim(db: Db, ids: readonly string[]): Promise<string[]> {
  const day = (createdAt: string) => sql`(${sql.raw(createdAt)} at time zone 'UTC')::date`;
  const rows = await rowsOf(
    db,
    sql`with requested as (
      select id, auto_reply_claimed, ${mailboxOf(formSubmissions.email)} as mailbox, ${day("created_at")} as day
      from ${formSubmissions} where id = any(${sql.param(ids)}::text[])
    ), first as (
      select distinct on (mailbox, day) id from requested
      where not auto_reply_claimed and not exists (
        select from ${formSubmissions} other
        -- Inlined: a query uses the partial index only with the same constant.
        where other.auto_reply_claimed and other.email <> ${sql.raw(`'${ERASED_EMAIL}'`)}
          and ${mailboxOf(sql`other.email`)} = requested.mailbox and ${day("other.created_at")} = requested.day
      )
      order by mailbox, day, id
    ), claimed as (
      update ${formSubmissions} set auto_reply_claimed = true from first
      where ${formSubmissions.id} = first.id returning first.id
    )
    select id from requested where auto_reply_claimed union all select id from claimed`,
    z.object({ id: z.string() }),
  );
  return rows.map(({ id }) => id);
}

function isRace(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === UNIQUE_VIOLATION || state === DEADLOCK;
}
