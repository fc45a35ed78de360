import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneValueOf } from "#db/client.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { type Invariant, INVARIANTS } from "./invariants.ts";

const EXAMPLES_MAX = 5;
/** Beyond, the number says nothing more. */
const VIOLATIONS_MAX = 1_000;

/**
 * Looks for violations of an invariant and saves what was found.
 *
 * @param at ISO 8601
 * @returns number of violations, 1,000 at most
 */
export function checkInvariant(db: Db, invariant: Invariant, at: string): Promise<number> {
  return oneValueOf(db, z.int())`with violation as (
    ${INVARIANTS[invariant](sql`${at}::timestamptz`)} limit ${VIOLATIONS_MAX}
  )
  insert into ${invariantChecks} (invariant, checked_at, violations, examples)
  select ${invariant}, ${at}::timestamptz, (select count(*) from violation), coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'customerId', customer_id))
    from (select * from violation order by id limit ${EXAMPLES_MAX}) example
  ), '[]')
  on conflict (invariant) do update set
    checked_at = excluded.checked_at, violations = excluded.violations, examples = excluded.examples
  returning violations`;
}
