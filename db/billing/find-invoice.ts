import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, orders } from "#db/schema/billing.ts";

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
