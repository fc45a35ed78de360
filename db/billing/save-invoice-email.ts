import { and, eq, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";

/** @returns false for a customer that was erased meanwhile */
export async function saveInvoiceEmail(
  db: Db,
  { customerId, email }: { customerId: string; email: string | null },
): Promise<boolean> {
  const saved = await db
    .update(customers)
    .set({ invoiceEmail: email })
    .where(
      and(eq(customers.id, customerId), sql`${customers.email} is distinct from ${ERASED_EMAIL}`),
    )
    .returning({ id: customers.id });
  return saved.length > 0;
}
