import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/statuses.ts";
import { isPaid } from "#db/billing/guarantee.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Moment } from "#db/moments.ts";
import { users } from "#db/schema/auth.ts";
import {
  orders,
  REFUND_REQUEST_STATES,
  refundRequests,
  subscriptions,
} from "#db/schema/billing.ts";

const DeskRefundRequest = z.object({
  id: z.string(),
  customer_id: z.string(),
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  /** In the customer's own words; null where they wrote nothing, and once their account is gone. */
  message: z.nullable(z.string()),
  is_account_gone: z.boolean(),
  /** What had been paid when they asked, in pence. */
  amount_pence: z.int(),
  state: z.enum(REFUND_REQUEST_STATES),
  asked_at: Moment,
  decided_at: z.nullable(Moment),
  refunded_at: z.nullable(Moment),
  first_paid_at: z.nullable(Moment),
});
export type DeskRefundRequest = z.infer<typeof DeskRefundRequest>;

/**
 * Reads what somebody wrote who wants their money back, for whoever decides.
 *
 * @returns null when there is no such request
 */
export async function loadRefundRequest(db: Db, id: string): Promise<DeskRefundRequest | null> {
  const [request] = await rowsOf(
    db,
    sql`select request.id, request.customer_id, request.subscription_id, subscription.status as subscription_status,
        request.message, not exists (
          select from ${users} account where account.id = request.user_id and account.deleted_at is null
        ) as is_account_gone, request.amount_pence, request.state, request.asked_at, request.decided_at,
        request.refunded_at, (
          select min(paid.ordered_at) from ${orders} paid
          where paid.subscription_id = request.subscription_id and ${isPaid(sql`paid`)}
        ) as first_paid_at
      from ${refundRequests} request join ${subscriptions} subscription on subscription.id = request.subscription_id
      where request.id = ${id}`,
    DeskRefundRequest,
  );
  return request ?? null;
}
