import { type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import type { AddressHash } from "./address-hash.ts";

export function isEmailUndeliverable(userId: SQL, addressHash: AddressHash): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${undeliverableAddresses} known
    where known.reason is not null and known.address_hash = (
      select ${addressHash.inSql(sql`account.email`)} from ${users} account where account.id = ${userId}
    )
  )`;
}
