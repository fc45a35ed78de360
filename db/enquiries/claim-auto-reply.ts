import { eq } from "drizzle-orm";
import { uniqueViolation } from "#db/accounts/users/unique-violation.ts";
import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/**
 * Claims the one auto-reply that a mailbox gets in a UTC day. The unique index decides between enquiries of one moment.
 * An enquiry keeps its claim for retries and replays.
 *
 * @returns false when another enquiry of the mailbox has that day's claim
 */
export async function claimAutoReply(db: Db, submissionId: string): Promise<boolean> {
  try {
    await db
      .update(formSubmissions)
      .set({ autoReplyClaimed: true })
      .where(eq(formSubmissions.id, submissionId));
    return true;
  } catch (error) {
    if (uniqueViolation(error) === "form_submissions_auto_reply_unique") return false;
    throw error;
  }
}
