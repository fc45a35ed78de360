import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import * as z from "zod";
import type { SecurityNotice } from "#contracts/events/security-notice-requested.ts";
import { insertSecurityNotice, type NoticeEvent } from "#db/accounts/insert-security-notice.ts";
import { mfaFactors, sessions } from "#db/schema/accounts.ts";

type DeleteFactor = {
  userId: string;
  factorId: string;
  /** As in `amr`. */
  method: string;
  /** Written for a verified factor. */
  notice: NoticeEvent;
  /** `factor-removed` unless given. */
  kind?: SecurityNotice;
};

const Row = z.object({ id: z.string() });

/**
 * Sessions that the factor raised fall back to aal1. Recovery codes go with the last other factor: alone they would ask
 * for a second step for ever.
 */
export async function deleteFactor(
  db: Db,
  { userId, factorId, method, notice, kind = "factor-removed" }: DeleteFactor,
): Promise<boolean> {
  // `for update` closes the race of the last two factors: the second statement waits and sees one.
  const rows = await rowsOf(
    db,
    sql`with found as (
      select id, status, factor_type from ${mfaFactors} where user_id = ${userId}::uuid order by id for update
    ), removed as (
      delete from ${mfaFactors} factor using found
      where factor.id = found.id and (
        found.id = ${factorId}::uuid
        or found.factor_type = 'recovery_code' and not exists (
          select from found other
          where other.status = 'verified' and other.factor_type <> 'recovery_code' and other.id <> ${factorId}::uuid
        )
      )
      returning factor.id, factor.user_id, factor.status
    ), notice as (
      ${insertSecurityNotice(notice, kind, sql`from removed where id = ${factorId}::uuid and status = 'verified'`)}
    ), lowered as (
      update ${sessions} set aal = 'aal1', factor_id = null, amr = coalesce((
        select jsonb_agg(entry order by place)
        from jsonb_array_elements(amr) with ordinality as entries(entry, place)
        where entry->>'method' not in (${method}, 'mfa/recovery_code')
      ), '[]')
      where factor_id in (select id from removed) and user_id = ${userId}::uuid
    )
    select id from removed where id = ${factorId}::uuid`,
    Row,
  );
  return rows.length === 1;
}
