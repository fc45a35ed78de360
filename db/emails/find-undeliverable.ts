import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import type { AddressHash } from "./address-hash.ts";

export type UndeliverableAddress = Awaited<ReturnType<typeof listUndeliverableAddresses>>[number];

export async function listUndeliverableAddresses(db: Db, hashes: readonly string[]) {
  const rows = await db
    .select({
      id: undeliverableAddresses.addressHash,
      reason: undeliverableAddresses.reason,
      since: undeliverableAddresses.changedAt,
      retriedAt: undeliverableAddresses.retriedAt,
    })
    .from(undeliverableAddresses)
    .where(
      and(
        anyOf(undeliverableAddresses.addressHash, hashes),
        isNotNull(undeliverableAddresses.reason),
      ),
    );
  return rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
}

export function isEmailUndeliverable(userId: SQL, addressHash: AddressHash): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${undeliverableAddresses} known
    where known.reason is not null and known.address_hash = (
      select ${addressHash.inSql(sql`account.email`)} from ${users} account where account.id = ${userId}
    )
  )`;
}
