import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, subscriptionRequests } from "#db/schema/billing.ts";

type CompleteRequests = {
  customerId: string;
  requests: readonly { id: string; state: "applied" | "superseded" }[];
  /** ISO 8601 */
  at: string;
};

export async function completeRequests(
  db: Db,
  { customerId, requests, at }: CompleteRequests,
): Promise<void> {
  // The version counts up in this statement, so that no sync sees Stripe's state without the request.
  await db.execute(sql`with locked as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    )
    update ${subscriptionRequests} request set state = completed.state, resolved_at = ${at}::timestamptz
    from locked, unnest(
      ${sql.param(requests.map(({ id }) => id))}::text[], ${sql.param(requests.map(({ state }) => state))}::text[]
    ) as completed(id, state)
    where request.id = completed.id and request.state in ('pending', 'rejected')`);
}
