import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog } from "#db/schema/events.ts";
import { Reason } from "./reason.ts";

/**
 * Keeps that somebody of the ops looked at what is personal of somebody, and why, before it is shown.
 *
 * @param given.key whose: the id of an account, of a customer at the payment provider, or of an enquiry
 * @param given.requestedBy who looks, as they signed in
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function recordReveal(
  db: Db,
  given: { key: string; requestedBy: string; reason: string },
): Promise<void> {
  const reason = Reason.parse(given.reason);
  const actor = JSON.stringify({ kind: "ops", name: given.requestedBy });
  await db.execute(sql`insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    values (null, 'personal.shown', ${actor}::jsonb, ${kindOf(given.key)}, ${given.key},
      jsonb_build_object('reason', ${reason}::text), now())`);
}

function kindOf(key: string): "customer" | "form_submission" | "user" {
  if (key.startsWith("cus_")) return "customer";
  return key.startsWith("sub_") ? "form_submission" : "user";
}
