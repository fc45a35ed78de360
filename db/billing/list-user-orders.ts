import { desc, eq, sql } from "drizzle-orm";
import type { DisputeStatus } from "#contracts/billing/stripe-state.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import { customerOwners, disputes, orders } from "#db/schema/billing.ts";
import { selectSession } from "./select-session.ts";

export type UserOrderRow = NonNullable<Awaited<ReturnType<typeof listUserOrders>>>[number];

/** @returns newest first; null when the session has ended */
export async function listUserOrders(db: Db, user: CurrentUserAt) {
  const own = db
    .select({
      id: orders.id,
      number: orders.number,
      lines: orders.lines,
      status: orders.status,
      orderedAt: orders.orderedAt,
      amountPence: orders.amountPence,
      collectedPence: orders.collectedPence,
      refundedPence: orders.refundedPence,
      creditNotes: orders.creditNotes,
      currency: orders.currency,
      disputes: sql<DisputeStatus[]>`array(
        select dispute.status from ${disputes} dispute where dispute.order_id = ${orders}.id
      )`.as("disputes"),
    })
    .from(customerOwners)
    .innerJoin(orders, eq(orders.customerId, customerOwners.customerId))
    .where(eq(customerOwners.userId, user.userId))
    .as("own");
  const rows = await selectSession(db, user)
    .leftJoin(own, sql`true`)
    .orderBy(desc(own.orderedAt), own.id);
  const [first] = rows;
  if (first?.session.isSessionValid !== true) return null;
  return rows.flatMap(({ own: order }) => order ?? []);
}
