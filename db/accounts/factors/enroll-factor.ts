import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { mfaFactors } from "#db/schema/accounts.ts";

export type EnrollFactor = {
  /** UUID made by the edge. */
  id: string;
  userId: string;
  friendlyName: string | null;
  proof: { type: "totp"; encryptedSecret: string } | { type: "phone"; phone: string };
  at: string;
  /** Unverified factors created before this and never challenged are deleted. ISO 8601. */
  staleBefore: string;
};

const Row = z.object({ id: z.string() });

/**
 * Enrolls an unverified factor. Stale unverified factors, and one with the same phone, are
 * deleted.
 *
 * @returns false when the account has a factor of this name
 */
export async function enrollFactor(db: Db, factor: EnrollFactor): Promise<boolean> {
  const { proof } = factor;
  const phone = proof.type === "phone" ? proof.phone : null;
  const rows = await rowsOf(
    db,
    sql`with removed as (
      delete from ${mfaFactors} where user_id = ${factor.userId}::uuid and status = 'unverified'
        and (phone = ${phone} or (last_challenged_at is null and created_at < ${factor.staleBefore}::timestamptz))
      returning id
    ), emptied as (select count(*) from removed)
    insert into ${mfaFactors} (
      id, user_id, friendly_name, factor_type, encrypted_secret, phone, created_at, updated_at
    ) select
      ${factor.id}::uuid, ${factor.userId}::uuid, ${factor.friendlyName}, ${proof.type},
      ${proof.type === "totp" ? proof.encryptedSecret : null}, ${phone}, ${factor.at}::timestamptz, ${factor.at}::timestamptz
    -- Reading the count makes the removal come first: a removed factor's name is free.
    from emptied
    on conflict do nothing
    returning id`,
    Row,
  );
  return rows.length === 1;
}
