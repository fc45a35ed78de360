import { inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/submissions.ts";

export type Submission = Pick<
  typeof formSubmissions.$inferSelect,
  "id" | "email" | "payload" | "conversion" | "createdAt"
>;

/**
 * Reads submissions by id in one statement.
 *
 * @returns those that exist, in no particular order
 */
export async function loadSubmissions(db: Db, ids: readonly string[]): Promise<Submission[]> {
  return db
    .select({
      id: formSubmissions.id,
      email: formSubmissions.email,
      payload: formSubmissions.payload,
      conversion: formSubmissions.conversion,
      createdAt: formSubmissions.createdAt,
    })
    .from(formSubmissions)
    .where(inArray(formSubmissions.id, [...ids]));
}
