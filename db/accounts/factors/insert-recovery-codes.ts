import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { insertSecurityNotice, type NoticeEvent } from "#db/accounts/insert-security-notice.ts";
import { mfaFactors } from "#db/schema/accounts.ts";

type NewRecoveryCodes = {
  id: string;
  userId: string;
  friendlyName: string;
  codeHashes: readonly string[];
  notice: NoticeEvent;
  at: string;
};

const Row = z.object({ id: z.string() });

/** @returns false when the user has recovery codes already, or a factor of this name */
export async function insertRecoveryCodes(db: Db, codes: NewRecoveryCodes): Promise<boolean> {
  const at = sql`${codes.at}::timestamptz`;
  const rows = await rowsOf(
    db,
    sql`with made as (
      insert into ${mfaFactors} (
        id, user_id, friendly_name, factor_type, status, recovery_code_hashes, created_at, updated_at
      ) values (
        ${codes.id}::uuid, ${codes.userId}::uuid, ${codes.friendlyName}, 'recovery_code', 'verified',
        ${sql.param(codes.codeHashes)}::text[], ${at}, ${at}
      )
      -- Closes the race of two requests: one set of codes is shown.
      on conflict do nothing
      returning id, user_id
    ), notice as (
      ${insertSecurityNotice(codes.notice, "recovery-codes-made", sql`from made`)}
    )
    select id from made`,
    Row,
  );
  return rows.length === 1;
}
