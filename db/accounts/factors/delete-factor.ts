import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import * as z from "zod";
import { mfaFactors, sessions } from "#db/schema/accounts.ts";

type DeleteFactor = {
  userId: string;
  factorId: string;
  /** As in `amr`. */
  method: string;
};

const Row = z.object({ id: z.string() });

/** Sessions that the factor raised fall back to aal1. */
export async function deleteFactor(
  db: Db,
  { userId, factorId, method }: DeleteFactor,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`with removed as (
      delete from ${mfaFactors} where id = ${factorId}::uuid and user_id = ${userId}::uuid
      returning id
    ), lowered as (
      update ${sessions} set aal = 'aal1', factor_id = null, amr = coalesce((
        select jsonb_agg(entry order by place)
        from jsonb_array_elements(amr) with ordinality as entries(entry, place)
        where entry->>'method' <> ${method}
      ), '[]')
      where factor_id in (select id from removed) and user_id = ${userId}::uuid
    )
    select id from removed`,
    Row,
  );
  return rows.length === 1;
}
