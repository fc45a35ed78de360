import { type SQL, sql } from "drizzle-orm";
import { customers } from "#db/schema/billing.ts";

export type CustomerVersion = { customerId: string; version: number };

/**
 * CTE `locked`: has a row if the customer's version is still the one that was read. Of two writers
 * one gets it; the other, and any sync under way, has to read again.
 */
export function lockCustomerVersion({ customerId, version }: CustomerVersion): SQL {
  return sql`locked as (
      update ${customers} set version = version + 1
      where id = ${customerId} and version = ${version}::int
      returning id
    )`;
}
