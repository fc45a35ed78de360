import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { Reason } from "#db/reason.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import { insertOpsAction, kindOfKey } from "./record-actions.ts";

/**
 * An operator lets an address get emails again. One statement: a second press audits nothing.
 *
 * @param input.key id of an account, a Stripe customer or an enquiry
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function allowAddress(
  db: Db,
  input: { hash: string; at: string; key: string; requestedBy: string; reason: string },
): Promise<void> {
  const resumed = {
    action: "emails.resumed",
    by: input.requestedBy,
    subject: { type: kindOfKey(input.key), id: input.key },
    data: { reason: Reason.parse(input.reason) },
  };
  await db.execute(sql`with allowed as (
      update ${undeliverableAddresses} set
        reason = null, retried_at = null, changed_at = greatest(changed_at, ${input.at}::timestamptz)
      where address_hash = ${input.hash} and reason is not null returning address_hash
    )
    ${insertOpsAction(resumed, sql`from allowed`)}`);
}
