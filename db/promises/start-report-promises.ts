import { sql } from "drizzle-orm";
import * as z from "zod";
import { reportTimes } from "#contracts/promises.ts";
import { isInService } from "#db/billing/in-service-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";
import { promises } from "#db/schema/promises.ts";
import { Timestamp } from "#db/timestamps.ts";

const Owed = z.object({ subscriptionId: z.string(), since: Timestamp });

/**
 * Promises the next report to subscriptions to a plan that are in service. A missed one is sent before the next one is
 * promised. May run twice at once.
 *
 * @param at ISO 8601
 * @returns fewer than `limit` when no more are left
 */
export async function startReportPromises(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<number> {
  const owed = await rowsOf(
    db,
    sql`select subscription.id as subscription_id, account.created_at as since
      from ${subscriptions} subscription join ${users} account on account.id = subscription.user_id
      where ${isInService(sql`subscription`)} and subscription.price_id is not null
        and account.deleted_at is null and not exists (
          select from ${promises} promise
          where promise.subject_id = subscription.id and promise.rule = 'send-report' and (
            promise.due_at > ${at}::timestamptz or (promise.kept_at is null and promise.released_at is null)
          )
        )
      order by subscription.id limit ${limit}::int`,
    Owed,
  );
  if (owed.length === 0) return 0;
  const given = owed.map(({ subscriptionId: id, since }) => ({ id, ...reportTimes(since, at) }));
  // A sync that has begun finds another version and reads again, or it would not see the new promise and leave it open. One that
  // was first may have ended the subscription.
  await db.execute(sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id text, "startedAt" timestamptz, "dueAt" timestamptz, "warnAt" timestamptz)
    ), still_open as (
      select given.*, customer.id as customer_id
      from given join ${subscriptions} subscription on subscription.id = given.id
      join ${customers} customer on customer.id = subscription.customer_id
      where subscription.is_open
      order by customer.id, subscription.id for no key update of customer for no key update of subscription
    ), raised as (
      update ${customers} set version = version + 1 where id in (select customer_id from still_open)
    )
    insert into ${promises} (rule, subject_id, started_at, due_at, warn_at)
    select 'send-report', id, "startedAt", "dueAt", "warnAt" from still_open on conflict do nothing`);
  return owed.length;
}
