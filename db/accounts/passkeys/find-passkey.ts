import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import { account, type Account, accountColumn } from "../users/account-row.ts";
import type { PasskeyRow } from "./list-passkeys.ts";

export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<{ user: Account; passkey: PasskeyRow } | null> {
  const [found] = await db
    .select({ user: accountColumn, passkey: webauthnCredentials })
    .from(webauthnCredentials)
    .innerJoin(account, eq(account.id, webauthnCredentials.userId))
    .where(and(eq(webauthnCredentials.credentialId, credentialId), isNull(account.deletedAt)));
  return found ?? null;
}
