import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { refundRequests } from "#db/schema/billing.ts";

type CompleteRefundRequest = {
  id: string;
  /** ISO 8601 */
  at: string;
  /** Null when every payment is refunded. */
  disputed: EventOf<"RefundDisputed"> | null;
};

/** Safe to repeat: only an approved request changes, with its event. */
export async function completeRefundRequest(
  db: Db,
  { id, at, disputed }: CompleteRefundRequest,
): Promise<void> {
  const completed = sql`update ${refundRequests} set
      state = ${disputed === null ? "refunded" : "disputed"},
      refunded_at = case when ${disputed === null}::boolean then ${at}::timestamptz end
    where id = ${id} and state = 'approved'`;
  if (disputed === null) {
    await db.execute(completed);
    return;
  }
  const aggregate = { type: "customer", id: disputed.data.customerId } as const;
  await db.execute(sql`with completed as (${completed} returning id),
    ${insertEventWithPromises("event", disputed, aggregate, sql`from completed`)}
    select`);
}
