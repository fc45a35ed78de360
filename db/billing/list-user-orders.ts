import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customerOwners, orders } from "#db/schema/billing.ts";
import { sessionOf, type UserQuery } from "./user-session.ts";

export type UserOrderRow = NonNullable<
  Awaited<ReturnType<typeof listUserOrders>>
>["orders"][number];

/** @returns newest first; null when the session has ended */
export async function listUserOrders(db: Db, user: UserQuery) {
  const session = sessionOf(db, user);
  const own = db
    .select({
      id: orders.id,
      status: orders.status,
      orderedAt: orders.orderedAt,
      amountPence: orders.amountPence,
      refundedPence: orders.refundedPence,
    })
    .from(customerOwners)
    .innerJoin(orders, eq(orders.customerId, customerOwners.customerId))
    .where(eq(customerOwners.userId, user.userId))
    .as("own");
  const rows = await db
    .select()
    .from(session)
    .leftJoin(own, sql`true`)
    .orderBy(desc(own.orderedAt), own.id);
  const [first] = rows;
  if (first?.session.isSessionValid !== true) return null;
  return {
    unclaimed: first.session.unclaimed,
    orders: rows.flatMap(({ own: order }) => order ?? []),
  };
}
