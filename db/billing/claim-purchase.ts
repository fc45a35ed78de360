import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers } from "#db/schema/billing.ts";

type ClaimPurchase = {
  event: EventOf<"PurchaseClaimed">;
  /** Null for a token issued without a session. */
  sessionId: string | null;
};

const Claimed = z.object({ is_session_valid: z.boolean(), is_new: z.boolean() });

/**
 * Links a guest's customer to the account that proved the purchase. One statement: of two tabs one
 * writes the event. A session id does not prove a purchase whose account was erased.
 */
export async function claimPurchase(
  db: Db,
  { event, sessionId }: ClaimPurchase,
): Promise<{ isSessionValid: boolean; isNew: boolean }> {
  const { customerId, userId, proof } = event.data;
  const isSessionValid = isValidSession({ userId, sessionId }, event.occurredAt);
  const claimed = await oneRowOf(
    db,
    sql`with claimed as (
      update ${customers} set user_id = ${userId}::uuid, guest_key = null, version = version + 1
      where id = ${customerId} and user_id is null and (guest_key is not null or ${proof} = 'mail') and ${isSessionValid}
      returning id
    ), event as (
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from claimed`)}
    )
    select ${isSessionValid} as is_session_valid, exists (select from claimed) as is_new`,
    Claimed,
  );
  return { isSessionValid: claimed.is_session_valid, isNew: claimed.is_new };
}
