import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { stripeEvents } from "#db/schema/billing.ts";

export async function backfillEventCustomer(
  db: Db,
  { stripeEventId, customerId }: { stripeEventId: string; customerId: string },
): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ customerId })
    .where(and(eq(stripeEvents.id, stripeEventId), isNull(stripeEvents.customerId)));
}
