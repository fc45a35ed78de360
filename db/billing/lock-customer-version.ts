import { type SQL, sql } from "drizzle-orm";
import { customers } from "#db/schema/billing.ts";

/** What somebody had read of a customer when they decided. */
export type CustomerVersion = { customerId: string; version: number };

/**
 * The part of a verb's statement, called `turn`, that lets it write only what was decided by the newest state of a
 * customer: of two at once one has a row there, and the other reads again, as does a reading of the provider that is
 * under way.
 */
export function lockCustomerVersion({ customerId, version }: CustomerVersion): SQL {
  return sql`turn as (
      update ${customers} set version = version + 1
      where id = ${customerId} and version = ${version}::int
      returning id
    )`;
}
