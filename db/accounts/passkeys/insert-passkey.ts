import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users, webauthnCredentials } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

type NewPasskey = Omit<
  typeof webauthnCredentials.$inferSelect,
  "createdAt" | "updatedAt" | "lastUsedAt"
> &
  CurrentUserIds & { at: string; notice: NoticeEvent };

const Row = z.object({ id: z.string() });

/** @returns false when an account has this credential already, or session or user are gone */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
  const at = sql`${passkey.at}::timestamptz`;
  const rows = await rowsOf(
    db,
    sql`with added as (
      insert into ${webauthnCredentials} (
        id, user_id, credential_id, public_key, aaguid, sign_count, transports, backup_eligible, backed_up,
        friendly_name, created_at, updated_at
      ) select
        ${passkey.id}::uuid, account.id, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.aaguid}::uuid,
        ${passkey.signCount}::bigint, ${JSON.stringify(passkey.transports)}::jsonb, ${passkey.isBackupEligible}::boolean,
        ${passkey.isBackedUp}::boolean, ${passkey.friendlyName}, ${at}, ${at}
      from ${users} account where ${lockValidSession(passkey, passkey.at)}
        and account.id = ${passkey.userId}::uuid and account.deleted_at is null
      on conflict (credential_id) do nothing
      returning id, user_id
    ), notice as (
      ${insertSecurityNotice(passkey.notice, "passkey-added", sql`from added`, { subject: true })}
    )
    select id from added`,
    Row,
  );
  return rows.length === 1;
}
