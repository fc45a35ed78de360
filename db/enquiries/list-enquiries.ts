import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

export type Enquiry = Pick<
  typeof formSubmissions.$inferSelect,
  "id" | "email" | "payload" | "conversion" | "createdAt"
>;

export async function listEnquiries(db: Db, ids: readonly string[]): Promise<Enquiry[]> {
  return db
    .select({
      id: formSubmissions.id,
      email: formSubmissions.email,
      payload: formSubmissions.payload,
      conversion: formSubmissions.conversion,
      createdAt: formSubmissions.createdAt,
    })
    .from(formSubmissions)
    .where(anyOf(formSubmissions.id, ids));
}
