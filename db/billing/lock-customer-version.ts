import { type SQL, sql } from "drizzle-orm";
import { customers } from "#db/schema/billing.ts";

/** The customer's version when a decision was made. */
export type CustomerVersion = { customerId: string; version: number };

/**
 * CTE `turn` that bumps the customer's version if it is still the one that the decision was made
 * on. Of two writers one gets a row; the other, and any sync under way, has to read again.
 */
export function lockCustomerVersion({ customerId, version }: CustomerVersion): SQL {
  return sql`turn as (
      update ${customers} set version = version + 1
      where id = ${customerId} and version = ${version}::int
      returning id
    )`;
}
