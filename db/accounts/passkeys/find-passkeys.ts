import { getTableColumns, and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { jsonRow } from "#db/json-row.ts";
import { webauthnCredentials } from "#db/schema/accounts.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../sessions/current-user-sql.ts";
import { account, type Account, accountColumn } from "../users/account-row.ts";

export const PasskeyRow = jsonRow(getTableColumns(webauthnCredentials));
export type PasskeyRow = z.infer<typeof PasskeyRow>;

const Row = CurrentUserState.extend({ passkeys: z.array(PasskeyRow) });

/** Oldest first. */
export function listPasskeys(db: Db, currentUser: CurrentUserIds): Promise<z.infer<typeof Row>> {
  return oneRowOf(db, Row)`select ${currentUserColumns(currentUser)}, coalesce((
      select jsonb_agg(to_jsonb(own) order by own.created_at, own.id)
      from ${webauthnCredentials} own where own.user_id = ${currentUser.userId}::uuid
    ), '[]') as passkeys`;
}

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
