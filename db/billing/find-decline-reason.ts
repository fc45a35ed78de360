import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { refundRequests } from "#db/schema/billing.ts";

export async function findDeclineReason(db: Db, refundRequestId: string): Promise<string | null> {
  const [request] = await db
    .select({ reason: refundRequests.decisionReason })
    .from(refundRequests)
    .where(eq(refundRequests.id, refundRequestId));
  return request?.reason ?? null;
}
