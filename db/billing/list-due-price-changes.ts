import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { priceChanges, subscriptions } from "#db/schema/billing.ts";
import { noticeEnd } from "./subscription-sql.ts";

/** Lists the announced changes that hold at the next renewal; those that were applied stay listed. */
export async function listDuePriceChanges(db: Db, subscriptionId: string) {
  return db
    .select({ from: priceChanges.fromStripePriceId, stripePriceId: priceChanges.stripePriceId })
    .from(priceChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, priceChanges.subscriptionId))
    .where(
      and(
        eq(priceChanges.subscriptionId, subscriptionId),
        lte(noticeEnd(sql`${priceChanges}`), subscriptions.currentPeriodEnd),
      ),
    );
}
