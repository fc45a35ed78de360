import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { selectSubscriptions, type SubscriptionRow } from "./select-subscriptions.ts";

export async function findSubscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await selectSubscriptions(db).where(eq(subscriptions.id, id));
  return row ?? null;
}
