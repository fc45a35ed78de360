import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { isPaid } from "#db/billing/guarantee-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { users } from "#db/schema/accounts.ts";
import {
  orders,
  REFUND_REQUEST_STATES,
  refundRequests,
  subscriptions,
} from "#db/schema/billing.ts";

const OpsRefundRequest = z.object({
  id: z.string(),
  customer_id: z.string(),
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  /** Null without a text, and after the account was erased. */
  message: z.nullable(z.string()),
  is_account_gone: z.boolean(),
  /** Paid when requested, in pence. */
  amount_pence: z.int(),
  state: z.enum(REFUND_REQUEST_STATES),
  requested_at: Timestamp,
  decided_at: z.nullable(Timestamp),
  refunded_at: z.nullable(Timestamp),
  first_paid_at: z.nullable(Timestamp),
});
export type OpsRefundRequest = z.infer<typeof OpsRefundRequest>;

/** Finds a refund request for the ops console. */
export async function findRefundRequest(db: Db, id: string): Promise<OpsRefundRequest | null> {
  const [request] = await rowsOf(
    db,
    sql`select request.id, request.customer_id, request.subscription_id, subscription.status as subscription_status,
        request.message, not exists (
          select from ${users} account where account.id = request.user_id and account.deleted_at is null
        ) as is_account_gone, request.amount_pence, request.state, request.requested_at, request.decided_at,
        request.refunded_at, (
          select min(paid.ordered_at) from ${orders} paid
          where paid.subscription_id = request.subscription_id and ${isPaid(sql`paid`)}
        ) as first_paid_at
      from ${refundRequests} request join ${subscriptions} subscription on subscription.id = request.subscription_id
      where request.id = ${id}`,
    OpsRefundRequest,
  );
  return request ?? null;
}
