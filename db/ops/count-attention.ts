import { sql } from "drizzle-orm";
import * as z from "zod";
import { isUndecided } from "#db/billing/guarantee-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { awaitsEvidence, disputes, refundRequests } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { unansweredComments } from "../content/find-comments.ts";
import { failedEventIds, stateOfEvent } from "./event-state.ts";

const Attention = z.object({
  failed: z.int(),
  stuck: z.int(),
  refunds: z.int(),
  /** Awaiting evidence at Stripe. */
  disputes: z.int(),
  /** Posts whose last comment is a customer's. */
  comments: z.int(),
});
export type Attention = z.infer<typeof Attention>;

/** Counts what needs an operator, up to `limit` of each kind: one statement, as every page shows it. */
export async function countAttention(
  db: Db,
  { limit, now }: { limit: number; /** ISO 8601 */ now: string },
): Promise<Attention> {
  const counts = await oneRowOf(
    db,
    sql`select
      (select count(*)::int from (select from (${failedEventIds}) failed limit ${limit}) capped) as failed,
      (select count(*)::int from (
        select from ${outboxEvents} event
        where event.completed_at is null and event.dead_lettered_at is null and ${stateOfEvent} = 'stuck'
        limit ${limit}
      ) capped) as stuck,
      (select count(*)::int from (
        select from ${refundRequests} request where ${isUndecided(sql`request`)} limit ${limit}
      ) capped) as refunds,
      (select count(*)::int from (
        select from ${disputes} dispute where ${awaitsEvidence(sql`dispute.status`)} limit ${limit}
      ) capped) as disputes,
      (select count(*)::int from (
        select from ${unansweredComments(now)} order by comment.written_at limit ${limit}
      ) capped) as comments`,
    Attention,
  );
  return counts;
}
