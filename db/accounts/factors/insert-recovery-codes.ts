import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { mfaFactors } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

type NewRecoveryCodes = CurrentUserIds & {
  id: string;
  friendlyName: string;
  codeHashes: readonly string[];
  notice: NoticeEvent;
  at: string;
};

const Row = z.object({ outcome: z.enum(["made", "taken", "sole_factor"]) });

/**
 * @returns `taken` when the user has recovery codes already, or a factor of this name; `sole_factor` when no other
 * factor is verified, or the session is gone
 */
export async function insertRecoveryCodes(
  db: Db,
  codes: NewRecoveryCodes,
): Promise<z.infer<typeof Row>["outcome"]> {
  const at = sql`${codes.at}::timestamptz`;
  const user = sql`${codes.userId}::uuid`;
  // Closes the race with `deleteFactor`: a factor that is being deleted is waited for, and one that this statement wrote
  // is deleted in a second attempt, which sees the codes.
  const { outcome } = await oneRowOf(
    db,
    sql`with other as (
      update ${mfaFactors} set updated_at = updated_at
      where id = (
        select id from ${mfaFactors}
        where ${lockValidSession(codes, codes.at)} and user_id = ${user} and status = 'verified' and factor_type <> 'recovery_code'
        order by id limit 1 for update
      )
      returning id
    ), made as (
      insert into ${mfaFactors} (
        id, user_id, friendly_name, factor_type, status, recovery_code_hashes, created_at, updated_at
      ) select
        ${codes.id}::uuid, ${user}, ${codes.friendlyName}, 'recovery_code', 'verified',
        ${sql.param(codes.codeHashes)}::text[], ${at}, ${at}
      from other
      -- Closes the race of two requests: one set of codes is shown.
      on conflict do nothing
      returning id, user_id
    ), notice as (
      ${insertSecurityNotice(codes.notice, "recovery-codes-made", sql`from made`, { subject: true })}
    )
    select case when not exists (select from other) then 'sole_factor'
      when exists (select from made) then 'made' else 'taken' end as outcome`,
    Row,
  );
  return outcome;
}
