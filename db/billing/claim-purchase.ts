import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers } from "#db/schema/billing.ts";

export type ClaimPurchase = {
  event: EventOf<"PurchaseClaimed">;
  /** The session of the account that asks; null for a token that was made without one. */
  sessionId: string | null;
  /** How long the relay leaves the event to the edge's own publishing, in milliseconds. */
  graceMs: number;
};

const Claimed = z.object({ is_session_valid: z.boolean(), is_new: z.boolean() });

/**
 * Gives what a guest bought to the account that asks, once, with its event in the same statement. Who asks must have shown
 * that it is theirs; of what was somebody's whose account is gone, a session does not show that. Its subscriptions follow
 * with the reading that the event causes.
 *
 * @returns whether the account's session still lives, without which nothing is given, and whether it was given now
 */
export async function claimPurchase(
  db: Db,
  { event, sessionId, graceMs }: ClaimPurchase,
): Promise<{ isLive: boolean; isNew: boolean }> {
  const { customerId, userId, proof } = event.data;
  const isLive = isValidSession({ userId, sessionId }, event.occurredAt);
  const [claimed] = await rowsOf(
    db,
    sql`with claimed as (
      update ${customers} set user_id = ${userId}::uuid, guest_key = null, version = version + 1
      where id = ${customerId} and user_id is null and (guest_key is not null or ${proof} = 'mail') and ${isLive}
      returning id
    ), event as (
      ${insertEvent(event, { type: "customer", id: customerId }, graceMs, sql`from claimed`)}
    )
    select ${isLive} as is_session_valid, exists (select from claimed) as is_new`,
    Claimed,
  );
  if (claimed === undefined) throw new Error("Bug: a select without a table returned no row");
  return { isLive: claimed.is_session_valid, isNew: claimed.is_new };
}
