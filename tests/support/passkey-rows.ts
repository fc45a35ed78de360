import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/** Gives every user a passkey, for tests that no authenticator answers. */
export async function insertPasskeys(db: Db): Promise<void> {
  await db.execute(sql`
    insert into webauthn_credentials (
      id, user_id, credential_id, public_key, sign_count, transports, backup_eligible, backed_up,
      friendly_name, created_at, updated_at
    ) select gen_random_uuid(), id, id::text, 'key', 0, '[]', false, false, 'Passkey', now(), now()
    from users`);
}
