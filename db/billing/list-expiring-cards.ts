import { and, asc, eq, inArray, notExists, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { cardExpiryNotices, subscriptions } from "#db/schema/billing.ts";
import { selectSubscriptions } from "./select-subscriptions.ts";
import { factsOf } from "./subscription-facts.ts";
import { isRenewing } from "./subscription-sql.ts";

/**
 * Lists subscriptions that will renew and whose customer has had no notice.
 *
 * @param month 1 to 12
 */
export async function listExpiringCards(
  db: Db,
  { year, month, limit }: { year: number; month: number; limit: number },
): Promise<EventOf<"CardExpiring">["data"][]> {
  const rows = await selectSubscriptions(db)
    .where(
      and(
        eq(subscriptions.paymentMethodExpYear, year),
        eq(subscriptions.paymentMethodExpMonth, month),
        inArray(subscriptions.status, ["active", "trialing"]),
        isRenewing(sql`${subscriptions}`),
        sql`${subscriptions.collectionMethod} is distinct from 'send_invoice'`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(cardExpiryNotices)
            .where(
              and(
                eq(cardExpiryNotices.subscriptionId, subscriptions.id),
                eq(cardExpiryNotices.expYear, year),
                eq(cardExpiryNotices.expMonth, month),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
  return rows.map((row) => ({ ...factsOf(row), expYear: year, expMonth: month }));
}
