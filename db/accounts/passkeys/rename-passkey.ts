import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import type { PasskeyRow } from "./list-passkeys.ts";

export async function renamePasskey(
  db: Db,
  {
    id,
    userId,
    friendlyName,
    at,
  }: { id: string; userId: string; friendlyName: string; at: string },
): Promise<PasskeyRow | null> {
  const [renamed] = await db
    .update(webauthnCredentials)
    .set({ friendlyName, updatedAt: at })
    .where(and(eq(webauthnCredentials.id, id), eq(webauthnCredentials.userId, userId)))
    .returning();
  return renamed ?? null;
}
