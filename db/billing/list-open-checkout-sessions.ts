import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";

const OpenCheckout = z.object({ stripe_session_id: z.string() });

/** Lists Stripe ids of a customer's open checkout sessions. */
export async function listOpenCheckoutSessions(db: Db, customerId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql`select stripe_session_id from ${checkoutSessions}
      where customer_id = ${customerId} and state = 'open' order by created_at`,
    OpenCheckout,
  );
  return rows.map((row) => row.stripe_session_id);
}
