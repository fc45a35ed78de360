import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneValueOf } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { mailboxOf } from "#db/schema/mailbox.ts";
import { AUTO_REPLY_CLAIMS } from "./claim-auto-replies.ts";

/** The field of the payload that says that an address wants no further sample month. */
const STOPPED = "stopped";

const CLAIMS = [...AUTO_REPLY_CLAIMS, "unsubscribed"] as const;
export type SampleMonthClaim = (typeof CLAIMS)[number];

/**
 * Whether a request is the first of its mailbox in a UTC day, within the day's budget, for an address that has not
 * unsubscribed. It reads rows only, so that retries and replays get the same answer.
 *
 * @param perDay 0 for no limit
 */
export function claimSampleMonth(db: Db, id: string, perDay: number): Promise<SampleMonthClaim> {
  return oneValueOf(db, z.enum(CLAIMS))`with requested as (
    select id, created_at, lower(email) as email, ${mailboxOf(formSubmissions.email)} as mailbox
    from ${formSubmissions} where id = ${id}
  ), earlier as (
    select ${mailboxOf(sql`other.email`)} = requested.mailbox as is_same
    from requested join ${formSubmissions} other on other.form_type = 'sample-month'
      and other.created_at >= date_trunc('day', requested.created_at, 'UTC')
      and (other.created_at, other.id) < (requested.created_at, requested.id)
  )
  select case
    when exists (
      select from requested join ${formSubmissions} other on lower(other.email) = requested.email
      where other.payload ? ${STOPPED}
    ) then 'unsubscribed'
    when exists (select from earlier where is_same) then 'one_per_mailbox_a_day'
    when ${perDay}::int > 0 and (select count(*) from earlier) >= ${perDay}::int then 'budget_spent'
    else 'claimed' end`;
}

/** Sends no further sample month to the address of a request. */
export async function stopSampleMonths(db: Db, id: string): Promise<void> {
  await db.execute(
    sql`update ${formSubmissions} set payload = payload || jsonb_build_object(${STOPPED}::text, true)
      where id = ${id} and form_type = 'sample-month'`,
  );
}
