import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers, unclaimedCustomers } from "#db/schema/billing.ts";

type ClaimPurchase = {
  event: EventOf<"PurchaseClaimed">;
  /** Null for a token issued without a session. */
  sessionId: string | null;
};

const Claimed = z.object({ isSessionValid: z.boolean(), isNew: z.boolean(), isYours: z.boolean() });

/**
 * Links a guest's customer to the account that proved the purchase. One statement: of two tabs one
 * writes the event. A session id does not prove a purchase whose account was erased.
 *
 * @returns null when the session has ended
 */
export async function claimPurchase(
  db: Db,
  { event, sessionId }: ClaimPurchase,
): Promise<Pick<z.infer<typeof Claimed>, "isNew" | "isYours"> | null> {
  const { customerId, userId, proof } = event.data;
  const isSessionValid = isValidSession({ userId, sessionId }, event.occurredAt);
  const isProven =
    proof === "session"
      ? sql`guest_key is not null`
      : sql`id in (select customer_id from ${unclaimedCustomers} where user_id = ${userId}::uuid)`;
  const claimed = await oneRowOf(db, Claimed)`with claimed as (
    update ${customers} set
      user_id = ${userId}::uuid, guest_key = null, version = version + 1,
      claimed_card_id = case when ${proof} = 'mail' then card_id end
    where id = ${customerId} and user_id is null and ${isProven} and ${isSessionValid}
    returning id
  ), event as (
    ${insertEvent(event, { type: "customer", id: customerId }, sql`from claimed`)}
  ), found as (
    select exists (select from claimed) as is_new
  )
  select ${isSessionValid} as is_session_valid, is_new,
    is_new or exists (select from ${customers} where id = ${customerId} and user_id = ${userId}::uuid) as is_yours
  from found`;
  return claimed.isSessionValid ? claimed : null;
}
