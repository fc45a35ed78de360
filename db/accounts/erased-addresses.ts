import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { erasedAddresses } from "#db/schema/accounts.ts";

/** @param eventId of the erasure */
export async function findErasedAddress(db: Db, eventId: string): Promise<string | null> {
  const [found] = await db
    .select({ email: erasedAddresses.email })
    .from(erasedAddresses)
    .where(eq(erasedAddresses.id, eventId));
  return found?.email ?? null;
}

/** @param eventId of the erasure */
export async function forgetErasedAddress(db: Db, eventId: string): Promise<void> {
  await db.delete(erasedAddresses).where(eq(erasedAddresses.id, eventId));
}
