import { eq } from "drizzle-orm";
import type { CreditNoteState } from "#contracts/billing/stripe-state.ts";
import type { Db } from "#db/client.ts";
import { orders } from "#db/schema/billing.ts";

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
