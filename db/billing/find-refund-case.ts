import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  customerOwners,
  orders,
  REFUND_REQUEST_STATES,
  refundRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { isRefundGranted, isPaid } from "./guarantee-sql.ts";
import type { UserRowsQuery } from "./list-user-rows.ts";

const RefundCase = z.object({
  customerId: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  isDuplicate: z.boolean(),
  firstPaidAt: z.nullable(Timestamp),
  /** Paid and not refunded. */
  amountPence: z.int(),
  /** Null without a request. */
  asked: z.nullable(z.enum(REFUND_REQUEST_STATES)),
  /** Whether another subscription of the user was refunded or is about to be. */
  isUsed: z.boolean(),
});
export type RefundCase = z.infer<typeof RefundCase>;

const Read = z.object({ is_session_valid: z.boolean(), refund_case: z.nullable(RefundCase) });

/**
 * Reads what decides whether somebody can have the money for a subscription back, in one statement.
 *
 * @returns `is_session_valid` false when their session has ended; no case for what is not theirs
 */
export async function findRefundCase(
  db: Db,
  reader: UserRowsQuery,
  subscriptionId: string,
): Promise<z.infer<typeof Read>> {
  const [read] = await rowsOf(
    db,
    sql`select ${isValidSession(reader, reader.at)} as is_session_valid, (
      select json_build_object('customerId', subscription.customer_id, 'status', subscription.status,
        'isDuplicate', subscription.duplicate_of is not null, 'firstPaidAt', paid.first_at,
        'amountPence', coalesce(paid.left_pence, 0),
        'asked', (
          select request.state from ${refundRequests} request where request.subscription_id = subscription.id
        ),
        'isUsed', exists (
          select from ${refundRequests} request
          where request.subscription_id <> subscription.id and ${isRefundGranted(sql`request`, reader.userId)}
        ))
      from ${subscriptions} subscription join ${customerOwners} owner on owner.customer_id = subscription.customer_id
      left join lateral (
        select min(bought.ordered_at) as first_at, sum(bought.amount_pence - bought.refunded_pence) as left_pence
        from ${orders} bought where bought.subscription_id = subscription.id and ${isPaid(sql`bought`)}
      ) paid on true
      where subscription.id = ${subscriptionId} and owner.user_id = ${reader.userId}::uuid
    ) as refund_case`,
    Read,
  );
  if (read === undefined) throw new Error("Bug: a select without a table returned no row");
  return read;
}
