import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { mfaFactors } from "#db/schema/accounts.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

export type EnrollFactor = CurrentUserIds & {
  id: string;
  friendlyName: string | null;
  proof: { type: "totp"; encryptedSecret: string } | { type: "phone"; phone: string };
  at: string;
  /** Older unverified factors that were never challenged are deleted, as are those with the same phone or name. */
  staleBefore: string;
};

const Row = z.object({ id: z.string() });

/** @returns false when the account has a factor of this name, or the session is gone */
export async function enrollFactor(db: Db, factor: EnrollFactor): Promise<boolean> {
  const { proof } = factor;
  const phone = proof.type === "phone" ? proof.phone : null;
  const rows = await rowsOf(
    db,
    sql`with valid as materialized (
      select where ${lockValidSession(factor, factor.at)}
    ), removed as (
      delete from ${mfaFactors} where exists (select from valid) and user_id = ${factor.userId}::uuid and status = 'unverified'
        and (phone = ${phone} or friendly_name = ${factor.friendlyName} or (last_challenged_at is null and created_at < ${factor.staleBefore}::timestamptz))
      returning id
    ), emptied as (select count(*) from removed)
    insert into ${mfaFactors} (
      id, user_id, friendly_name, factor_type, encrypted_secret, phone, created_at, updated_at
    ) select
      ${factor.id}::uuid, ${factor.userId}::uuid, ${factor.friendlyName}, ${proof.type},
      ${proof.type === "totp" ? proof.encryptedSecret : null}, ${phone}, ${factor.at}::timestamptz, ${factor.at}::timestamptz
    -- The count makes the deletion come first: only then is a deleted factor's name free.
    from emptied, valid
    -- Closes the race of two factors of one name.
    on conflict do nothing
    returning id`,
    Row,
  );
  return rows.length === 1;
}
