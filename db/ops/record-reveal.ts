import type { Db } from "#db/client.ts";
import { Reason } from "../reason.ts";
import { insertOpsAction } from "./ops-action-sql.ts";

/**
 * @param input.key id of an account, a Stripe customer or an enquiry
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function recordReveal(
  db: Db,
  input: { key: string; requestedBy: string; reason: string },
): Promise<void> {
  const { key, requestedBy: by, reason } = input;
  await db.execute(
    insertOpsAction({
      action: "personal.shown",
      by,
      subject: { type: kindOfKey(key), id: key },
      data: { reason: Reason.parse(reason) },
    }),
  );
}

/** @returns the kind of subject in the audit row */
export function kindOfKey(key: string): "customer" | "form_submission" | "user" {
  if (key.startsWith("cus_")) return "customer";
  return key.startsWith("sub_") ? "form_submission" : "user";
}
