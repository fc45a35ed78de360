import { and, eq, sql } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import { customerOwners, orders } from "#db/schema/billing.ts";
import { selectSession } from "./select-session.ts";

/** @returns null when the session has ended; `order` is null when it is unknown or another user's */
export async function findUserOrder(db: Db, user: CurrentUserAt, id: string) {
  const own = db
    .select({ id: orders.id, invoiceUrl: orders.invoiceUrl })
    .from(orders)
    .innerJoin(customerOwners, eq(customerOwners.customerId, orders.customerId))
    .where(and(eq(orders.id, id), eq(customerOwners.userId, user.userId)))
    .limit(1)
    .as("own");
  const [found] = await selectSession(db, user).leftJoin(own, sql`true`);
  if (found?.session.isSessionValid !== true) return null;
  return { order: found.own };
}
