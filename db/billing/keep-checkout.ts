import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type CheckoutState, checkoutSessions } from "#db/schema/billing.ts";

/** Keeps the payment page of a visit. The same one again changes nothing. */
export async function keepCheckout(
  db: Db,
  input: { id: string; customerId: string; providerSessionId: string; url: string },
): Promise<void> {
  await db.execute(sql`update ${checkoutSessions} set
      state = 'open', customer_id = ${input.customerId}, provider_session_id = ${input.providerSessionId},
      url = ${input.url}
    where id = ${input.id} and state = 'opening'`);
}

/** Ends a visit: paid, or closed. What was paid stays so. */
export async function closeCheckout(
  db: Db,
  providerSessionId: string,
  state: Extract<CheckoutState, "complete" | "expired">,
): Promise<void> {
  await db.execute(sql`update ${checkoutSessions} set state = ${state}
    where provider_session_id = ${providerSessionId} and state <> 'complete'`);
}
