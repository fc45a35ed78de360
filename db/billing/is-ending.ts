import { type SQL, sql } from "drizzle-orm";
import { endsAtOnce } from "#contracts/billing/retention.ts";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/statuses.ts";
import { endRequests } from "#db/schema/billing.ts";

const OWING = SUBSCRIPTION_STATUSES.filter(endsAtOnce);

/**
 * The condition that an end of the subscription of a row is set. What its owner said last holds, also before the provider
 * was told.
 *
 * @param subscription alias of the row
 */
export function isEnding(subscription: SQL): SQL {
  return sql`coalesce((
    select request.wants = 'end' from ${endRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending'
  ), ${subscription}.cancel_at_period_end)`;
}

/**
 * When the end of the subscription of a row was asked for that comes at once, because a payment is owed and nothing is paid for
 * that it could run on for; null where there is no such end, or the provider knows it.
 *
 * @param subscription alias of the row
 */
export function endedAtOnceAt(subscription: SQL): SQL {
  return sql`(
    select request.asked_at from ${endRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.wants = 'end'
      and ${subscription}.status in (${sql.join(
        OWING.map((status) => sql`${status}`),
        sql`, `,
      )})
  )`;
}
