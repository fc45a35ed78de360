import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { retry } from "#db/retry.ts";
import {
  flowStates,
  identities,
  mfaFactors,
  oneTimeTokens,
  sessions,
  users,
  webauthnCredentials,
} from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/events.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { amrWithout } from "../sessions/amr-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import { NO_PENDING_EMAIL, NO_PENDING_PHONE } from "../users/verified-email-sql.ts";
import { addedMethods } from "./find-methods.ts";

type RemoveSignInMethods = {
  userId: string;
  /** Ids of `addedMethods`; others stay. */
  ids: readonly string[];
  /** Its session has to exist, and goes on. Null: all end. */
  keptSessionId: string | null;
  notice: NoticeEvent;
  /** Written beside the notice, for an operator. */
  audit?: { requestedBy: string; reason: string };
};

const Row = z.object({ isOutdated: z.boolean(), isRemoved: z.boolean() });

/**
 * Removes what another person may have added: it ends all other sessions and withdraws pending changes. Recovery codes go
 * with the last other factor.
 *
 * @returns false, with nothing changed, when all of them were removed before or the session has ended
 */
export async function removeSignInMethods(db: Db, input: RemoveSignInMethods): Promise<boolean> {
  return (await retry(() => removeOnce(db, input))) ?? false;
}

/** @returns null, with nothing removed, when another statement wrote a factor meanwhile */
async function removeOnce(
  db: Db,
  { userId, ids, keptSessionId, notice, audit }: RemoveSignInMethods,
): Promise<boolean | null> {
  const at = sql`${notice.at}::timestamptz`;
  const session = { userId, sessionId: keptSessionId };
  const deletion = (table: SQL, columns: SQL) => sql`delete from ${table} gone using account
    where gone.user_id = account.id and gone.id in (select id from chosen) and not exists (select from outdated)
    returning ${columns}`;
  // `found` and `outdated` close the race with new recovery codes, as in `deleteFactor`. The lock of the account closes that of
  // two presses: the second finds rows that are gone.
  const { isOutdated, isRemoved } = await oneRowOf(db, Row)`with account as materialized (
    select * from ${users}
    where ${lockValidSession(session, notice.at, { mayLackFactor: true })} and id = ${userId}::uuid and deleted_at is null
  ), found as (
    select id, status, factor_type, xmin as version from ${mfaFactors}
    where user_id in (select id from account) order by id for update
  ), outdated as (
    select from ${mfaFactors} seen join found on found.id = seen.id where seen.xmin is distinct from found.version
  ), named as (
    select id, kind from (${addedMethods(sql`account`)}) method where id = any(${sql.param([...ids])}::uuid[])
  ), chosen as (
    select id, kind from named
    union all
    select id, 'recovery_codes' from found
    where factor_type = 'recovery_code' and id not in (select id from named)
      and exists (select from named where kind in ('app', 'text_message')) and not exists (
        select from found other where other.status = 'verified' and other.factor_type <> 'recovery_code'
          and other.id not in (select id from named)
      )
  ), factors as (${deletion(sql`${mfaFactors}`, sql`gone.id`)}
  ), passkeys as (${deletion(sql`${webauthnCredentials}`, sql`gone.id`)}
  ), unlinked as (${deletion(sql`${identities}`, sql`gone.id, gone.provider`)}
  ), removed as (
    select account.id as user_id from account where exists (
      select from factors union all select from passkeys union all select from unlinked
    )
  ), providers as (
    select coalesce(jsonb_agg(provider order by since), '[]') as names from (
      select provider, min(created_at) as since from ${identities}
      where user_id = ${userId}::uuid and id not in (select id from unlinked) group by provider
    ) kept
  ), changed as (
    update ${users} owner set
      phone = case when dropped.is_phone then null else owner.phone end,
      phone_confirmed_at = case when dropped.is_phone then null else owner.phone_confirmed_at end,
      ${NO_PENDING_EMAIL}, ${NO_PENDING_PHONE},
      app_metadata = case when exists (select from unlinked) and providers.names <> '[]' then owner.app_metadata
        || jsonb_build_object('provider', providers.names->0, 'providers', providers.names) else owner.app_metadata end,
      updated_at = ${at}
    from removed, providers, (select exists (select from unlinked where provider = 'phone') as is_phone) dropped
    where owner.id = removed.user_id
  ), unfinished as (
    delete from ${mfaFactors} other using removed where other.user_id = removed.user_id and other.status = 'unverified'
  ), tokens as (
    delete from ${oneTimeTokens} token using removed where token.user_id = removed.user_id
      and token.purpose in ('email_change_new', 'email_change_current', 'phone_change', 'reauthentication')
  ), flows as (
    delete from ${flowStates} flow using removed where removed.user_id in (flow.user_id, flow.link_user_id)
  ), ended as (
    delete from ${sessions} other using removed
    where other.user_id = removed.user_id and other.id is distinct from ${keptSessionId}::uuid
  ), lowered as (
    update ${sessions} kept set aal = 'aal1', factor_id = null, amr = ${amrWithout(sql`kept.amr`, ["totp", "mfa/phone", "mfa/recovery_code"])}
    where kept.id = ${keptSessionId}::uuid and kept.factor_id in (select id from factors)
  ), notice as (
    ${insertSecurityNotice(notice, "sign-in-methods-removed", sql`from removed`)}
  )${audit === undefined ? sql`` : auditPart(audit)}
  select exists (select from outdated) as is_outdated, exists (select from removed) as is_removed`;
  return isOutdated ? null : isRemoved;
}

function auditPart({ requestedBy, reason }: { requestedBy: string; reason: string }): SQL {
  const actor = JSON.stringify({ kind: "ops", name: requestedBy });
  return sql`, audit as (
      insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
      select 'factor.removed', ${actor}::jsonb, 'user', user_id::text, ${JSON.stringify({ reason })}::jsonb, now()
      from removed
    )`;
}
