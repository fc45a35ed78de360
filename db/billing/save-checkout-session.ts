import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type CheckoutState, checkoutSessions } from "#db/schema/billing.ts";

export async function saveCheckoutSession(
  db: Db,
  input: { id: string; customerId: string; stripeSessionId: string; url: string },
): Promise<void> {
  await db.execute(sql`update ${checkoutSessions} set
      state = 'open', customer_id = ${input.customerId}, stripe_session_id = ${input.stripeSessionId},
      url = ${input.url}
    where id = ${input.id} and state = 'opening'`);
}

/** Closes a checkout session. A completed one stays completed. */
export async function closeCheckoutSession(
  db: Db,
  stripeSessionId: string,
  state: Extract<CheckoutState, "complete" | "expired">,
): Promise<void> {
  await db.execute(sql`update ${checkoutSessions} set state = ${state}
    where stripe_session_id = ${stripeSessionId} and state <> 'complete'`);
}
