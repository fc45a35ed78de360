import { and, eq, sql, desc } from "drizzle-orm";
import type { DisputeStatus, CreditNoteState } from "#contracts/billing/stripe-state.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import { customerOwners, orders, disputes, customers } from "#db/schema/billing.ts";
import { selectSession } from "./find-checkout-sessions.ts";

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

export type Invoice = {
  number: string;
  amountPence: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** Stripe's page as of the last sync. */
  url: string;
  /** The customer's email for invoices; null when there is none, or the account was erased. */
  email: string | null;
};

/** Null for an order that is unknown or has no page at Stripe. */
export async function findInvoice(db: Db, orderId: string): Promise<Invoice | null> {
  const [order] = await db
    .select({
      number: orders.number,
      amountPence: orders.amountPence,
      currency: orders.currency,
      url: orders.invoiceUrl,
      email: customers.invoiceEmail,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (order === undefined || order.url === null) return null;
  return { ...order, number: order.number ?? orderId, url: order.url };
}

/** Lists the credit notes of an order as of the last sync, the oldest first. */
export async function listCreditNotes(
  db: Db,
  orderId: string,
): Promise<readonly CreditNoteState[]> {
  const [order] = await db
    .select({ creditNotes: orders.creditNotes })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.creditNotes ?? [];
}
