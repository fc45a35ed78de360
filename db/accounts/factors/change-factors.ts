import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf, hasRow } from "../../client.ts";
import { retry } from "../../retry.ts";
import { mfaFactors, sessions } from "../../schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { amrWithout } from "../sessions/amr-sql.ts";
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

/** @returns false when the account has a factor of this name, or the session is gone */
export function enrollFactor(db: Db, factor: EnrollFactor): Promise<boolean> {
  const { proof } = factor;
  const phone = proof.type === "phone" ? proof.phone : null;
  return hasRow(db)`with valid as materialized (
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
  returning id`;
}

type DeleteFactor = CurrentUserIds & {
  factorId: string;
  /** The factor's entry in `amr`. */
  method: string;
  /** Written for a verified factor. */
  notice: NoticeEvent;
};

const DeletedRow = z.object({ isOutdated: z.boolean(), isDeleted: z.boolean() });

/**
 * Sessions that the factor raised fall back to aal1. Recovery codes go with the last other factor: alone they would ask
 * for a factor for ever.
 */
export async function deleteFactor(db: Db, input: DeleteFactor): Promise<boolean> {
  return (await retry(() => deleteOnce(db, input))) ?? false;
}

/** @returns null, with nothing deleted, when another statement wrote a factor meanwhile */
async function deleteOnce(
  db: Db,
  { userId, sessionId, factorId, method, notice }: DeleteFactor,
): Promise<boolean | null> {
  const kind = method === "mfa/recovery_code" ? "recovery-codes-removed" : "factor-removed";
  // `for update` closes the race of the last two factors: the second statement waits and sees one. It reads the newest
  // rows, but no row that is new: `xmin` tells that `insertRecoveryCodes` came between.
  const { isOutdated, isDeleted } = await oneRowOf(db, DeletedRow)`with found as (
    select id, status, factor_type, xmin as version from ${mfaFactors}
    where ${lockValidSession({ userId, sessionId }, notice.at, { mayLackFactor: true })}
      and user_id = ${userId}::uuid
    order by id for update
  ), outdated as (
    select from ${mfaFactors} seen join found on found.id = seen.id where seen.xmin is distinct from found.version
  ), removed as (
    delete from ${mfaFactors} factor using found
    where factor.id = found.id and not exists (select from outdated) and (
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
    update ${sessions} set aal = 'aal1', factor_id = null, amr = ${amrWithout(sql`amr`, [method, "mfa/recovery_code"])}
    where factor_id in (select id from removed) and user_id = ${userId}::uuid
  )
  select exists (select from outdated) as is_outdated,
    exists (select from removed where id = ${factorId}::uuid) as is_deleted`;
  return isOutdated ? null : isDeleted;
}
