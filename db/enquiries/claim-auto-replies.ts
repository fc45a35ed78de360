import { sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { DEADLOCK, sqlStateOf, UNIQUE_VIOLATION } from "#db/query-error.ts";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { type RefusalCause, refusals } from "#db/schema/events.ts";
import { mailboxOf } from "#db/schema/mailbox.ts";

/**
 * `one_per_mailbox_a_day`: another enquiry of the mailbox has it. `budget_spent`: strangers have had all auto-replies of
 * the day.
 */
export const AUTO_REPLY_CLAIMS = ["claimed", "one_per_mailbox_a_day", "budget_spent"] as const;
export type AutoReplyClaim = (typeof AUTO_REPLY_CLAIMS)[number];

const HALF_SPENT: RefusalCause = "auto_replies_half";

/**
 * Claims the one auto-reply that a mailbox gets in a UTC day. An enquiry keeps its claim for retries and replays.
 *
 * The unique index decides between workers that claim at once; then each enquiry claims by itself.
 *
 * @param perDay to mailboxes of no user or customer; 0 for no limit
 */
export async function claimAutoReplies(
  db: Db,
  ids: readonly string[],
  perDay: number,
): Promise<ReadonlyMap<string, AutoReplyClaim>> {
  try {
    return await claim(db, ids, perDay);
  } catch (error) {
    if (!isRace(error)) throw error;
    if (ids.length === 1) return new Map(ids.map((id) => [id, "one_per_mailbox_a_day"]));
    const claims = await Promise.all(ids.map((id) => claimAutoReplies(db, [id], perDay)));
    return new Map(claims.flatMap((one) => [...one]));
  }
}

async function claim(db: Db, ids: readonly string[], perDay: number) {
  const day = (createdAt: string) => sql`(${sql.raw(createdAt)} at time zone 'UTC')::date`;
  const rows = await rowsOf(
    db,
    z.object({ id: z.string(), claim: z.enum(AUTO_REPLY_CLAIMS) }),
  )`with requested as (
    select id, auto_reply_claimed, email, ${mailboxOf(formSubmissions.email)} as mailbox, ${day("created_at")} as day
    from ${formSubmissions} where id = any(${sql.param(ids)}::text[])
  ), first as (
    select distinct on (mailbox, day) id, day,
      exists (select from ${users} known where known.email = lower(requested.email) and known.email_confirmed_at is not null)
      or exists (select from ${customers} known where ${mailboxOf(sql`known.email`)} = requested.mailbox) as is_known
    from requested
    where not auto_reply_claimed and not exists (
      select from ${formSubmissions} other
      -- Inlined: a query uses the partial index only with the same constant.
      where other.auto_reply_claimed and other.email <> ${sql.raw(`'${ERASED_EMAIL}'`)}
        and ${mailboxOf(sql`other.email`)} = requested.mailbox and ${day("other.created_at")} = requested.day
    )
    order by mailbox, day, id
  ), sent as (
    select day, (
      select count(*) from ${formSubmissions} other where other.auto_reply_claimed
        and other.created_at >= first.day::timestamp at time zone 'UTC'
        and other.created_at < (first.day + 1)::timestamp at time zone 'UTC'
    ) as count from first where ${perDay}::int > 0 group by day
  ), ranked as (
    select first.id, is_known, sent.count + row_number() over (partition by first.day order by is_known, first.id) as rank
    from first left join sent on sent.day = first.day
  ), claimed as (
    update ${formSubmissions} set auto_reply_claimed = true from ranked
    where ${formSubmissions.id} = ranked.id and (${perDay}::int = 0 or is_known or rank <= ${perDay}::int) returning ranked.id
  ), half_spent as (
    insert into ${refusals} (cause, count, last_at)
    select ${HALF_SPENT}, count(*), now() from ranked where rank * 2 > ${perDay}::int and not is_known having count(*) > 0
    on conflict (cause) do update set count = ${refusals.count} + excluded.count, last_at = excluded.last_at
  )
  select requested.id, case
    when requested.auto_reply_claimed or claimed.id is not null then 'claimed'
    when ranked.id is not null then 'budget_spent' else 'one_per_mailbox_a_day' end as claim
  from requested left join claimed on claimed.id = requested.id left join ranked on ranked.id = requested.id`;
  return new Map(rows.map((row) => [row.id, row.claim]));
}

function isRace(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === UNIQUE_VIOLATION || state === DEADLOCK;
}
