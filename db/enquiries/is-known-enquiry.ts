import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

export async function isKnownEnquiry(db: Db, idempotencyKey: string): Promise<boolean> {
  const known = await db
    .select({ id: formSubmissions.id })
    .from(formSubmissions)
    .where(eq(formSubmissions.idempotencyKey, idempotencyKey));
  return known.length > 0;
}
