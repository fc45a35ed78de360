import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog } from "#db/schema/events.ts";
import { Reason } from "./reason.ts";

/**
 * @param input.key id of an account, a Stripe customer or an enquiry
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function recordReveal(
  db: Db,
  input: { key: string; requestedBy: string; reason: string },
): Promise<void> {
  await db.insert(auditLog).values({
    action: "personal.shown",
    actor: { kind: "ops", name: input.requestedBy },
    subjectType: kindOfKey(input.key),
    subjectId: input.key,
    data: { reason: Reason.parse(input.reason) },
    at: sql`now()`,
  });
}

/** @returns the kind of subject in the audit row */
export function kindOfKey(key: string): "customer" | "form_submission" | "user" {
  if (key.startsWith("cus_")) return "customer";
  return key.startsWith("sub_") ? "form_submission" : "user";
}
