import { sql } from "drizzle-orm";
import { z } from "zod";
import { PurchaseConversion } from "#contracts/api/conversion.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { checkoutSessions, customers, orders } from "#db/schema/billing.ts";

const Loaded = z.object({
  /** Null without consent, or for a deleted account. */
  conversion: z.nullable(z.object({ ...PurchaseConversion.shape, user_agent: z.string() })),
  email: z.nullable(z.string()),
  /** The first paid order. */
  order_id: z.nullable(z.string()),
});
export type PurchaseConversionDetails = z.infer<typeof Loaded>;

export type ReportedPurchase = { customerId: string; subscriptionId: string; checkoutId: string };

/** Finds what may be reported to Meta about a purchase. */
export async function getPurchaseConversion(
  db: Db,
  bought: ReportedPurchase,
): Promise<PurchaseConversionDetails> {
  const [loaded] = await rowsOf(
    db,
    sql`select (
        select visit.conversion from ${checkoutSessions} visit where visit.id = ${bought.checkoutId}
      ) as conversion, (
        select coalesce(account.email, customer.email)
        from ${customers} customer left join ${users} account on account.id = customer.user_id
        where customer.id = ${bought.customerId}
      ) as email, (
        select paid.id from ${orders} paid
        where paid.subscription_id = ${bought.subscriptionId}
          and paid.status in ('completed', 'partially_refunded', 'refunded')
        order by paid.ordered_at limit 1
      ) as order_id`,
    Loaded,
  );
  if (loaded === undefined) throw new Error("Bug: a select without a table returned no row");
  return loaded;
}
