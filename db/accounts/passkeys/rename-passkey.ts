import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import type { PasskeyRow } from "./list-passkeys.ts";

export async function renamePasskey(
  db: Db,
  {
    id,
    friendlyName,
    at,
    ...currentUser
  }: CurrentUserIds & { id: string; friendlyName: string; at: string },
): Promise<PasskeyRow | null> {
  const [renamed] = await db
    .update(webauthnCredentials)
    .set({ friendlyName, updatedAt: at })
    .where(
      and(
        lockValidSession(currentUser, at, { mayLackFactor: true }),
        eq(webauthnCredentials.id, id),
        eq(webauthnCredentials.userId, currentUser.userId),
      ),
    )
    .returning();
  return renamed ?? null;
}
