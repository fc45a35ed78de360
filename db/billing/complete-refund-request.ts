import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { refundRequests } from "#db/schema/billing.ts";

export async function completeRefundRequest(
  db: Db,
  { id, at }: { id: string; at: string },
): Promise<void> {
  await db
    .update(refundRequests)
    .set({ state: "refunded", refundedAt: at })
    .where(and(eq(refundRequests.id, id), eq(refundRequests.state, "approved")));
}
