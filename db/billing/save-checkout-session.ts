import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";

export async function saveCheckoutSession(
  db: Db,
  { id, ...opened }: { id: string; customerId: string; stripeSessionId: string; url: string },
): Promise<void> {
  await db
    .update(checkoutSessions)
    .set({ ...opened, state: "open" })
    .where(and(eq(checkoutSessions.id, id), eq(checkoutSessions.state, "opening")));
}
