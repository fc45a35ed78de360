import type { Db } from "#db/client.ts";
import { redeemedIdTokens } from "#db/schema/accounts.ts";

/** @returns false when it was redeemed before */
export async function redeemIdToken(
  db: Db,
  token: typeof redeemedIdTokens.$inferInsert,
): Promise<boolean> {
  const inserted = await db
    .insert(redeemedIdTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ id: redeemedIdTokens.id });
  return inserted.length > 0;
}
