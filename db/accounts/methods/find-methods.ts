import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { METHOD_KINDS } from "#contracts/api/sign-in-methods.ts";
import { Timestamp } from "#db/timestamps.ts";
import { type Db, oneRowOf, findRowOf } from "../../client.ts";
import { users, identities, mfaFactors, webauthnCredentials } from "../../schema/accounts.ts";
import { outboxEvents } from "../../schema/events.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../sessions/current-user-sql.ts";

export const AddedMethodRow = z.object({
  id: z.string(),
  kind: z.enum(METHOD_KINDS),
  name: z.nullable(z.string()),
  addedAt: Timestamp,
});
export type AddedMethodRow = z.infer<typeof AddedMethodRow>;

/**
 * The sign-in methods of the rows of `account` that were added after the account itself. Its address stays, which gets the
 * mails that remove them, and so does what the account began with.
 */
export function addedMethods(account: SQL): SQL {
  const phoneSince = sql`coalesce(owner.phone_confirmed_at, identity.created_at)`;
  return sql`
    select factor.id, case factor.factor_type when 'totp' then 'app' when 'phone' then 'text_message' else 'recovery_codes' end as kind,
      factor.friendly_name as name, factor.created_at as added_at
    from ${mfaFactors} factor join ${account} owner on owner.id = factor.user_id where factor.status = 'verified'
    union all
    select passkey.id, 'passkey', passkey.friendly_name, passkey.created_at
    from ${webauthnCredentials} passkey join ${account} owner on owner.id = passkey.user_id
    union all
    select identity.id, 'identity', identity.provider, identity.created_at
    from ${identities} identity join ${account} owner on owner.id = identity.user_id
    where identity.provider not in ('email', 'phone') and identity.created_at > owner.created_at and owner.email is not null
    union all
    select identity.id, 'phone', right(owner.phone, 3), ${phoneSince}
    from ${identities} identity join ${account} owner on owner.id = identity.user_id
    where identity.provider = 'phone' and ${phoneSince} > owner.created_at and owner.email is not null`;
}

const NoticedRow = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  subjectId: z.string(),
  method: z.nullable(AddedMethodRow),
});

/**
 * What a security notice tells of, and whose it is; its method is null once it is removed.
 *
 * @returns null for another event, one from before `since`, and an erased account
 */
export function findNoticedMethod(db: Db, { eventId, since }: { eventId: string; since: string }) {
  return findRowOf(db, NoticedRow)`with notice as (
    select (payload->>'userId')::uuid as user_id, (payload->>'subjectId')::uuid as subject_id from ${outboxEvents}
    where id = ${eventId} and type = 'SecurityNoticeRequested' and payload ? 'subjectId'
      and occurred_at > ${since}::timestamptz
  ), account as (
    select account.* from ${users} account join notice on notice.user_id = account.id where account.deleted_at is null
  )
  select account.id as user_id, account.email, notice.subject_id, (
      select jsonb_build_object('id', method.id, 'kind', method.kind, 'name', method.name, 'addedAt', method.added_at)
      from (${addedMethods(sql`account`)}) method where method.id = notice.subject_id
    ) as method
  from notice join account on account.id = notice.user_id`;
}

const AddedRow = CurrentUserState.extend({ methods: z.array(AddedMethodRow) });

/** What a user has added since then, the oldest first. */
export function listAddedMethods(db: Db, currentUser: CurrentUserIds, since: string) {
  return oneRowOf(db, AddedRow)`
    with account as (select * from ${users} where id = ${currentUser.userId}::uuid)
  select ${currentUserColumns(currentUser)}, coalesce((
      select jsonb_agg(jsonb_build_object('id', method.id, 'kind', method.kind, 'name', method.name, 'addedAt', method.added_at)
        order by method.added_at, method.id)
      from (${addedMethods(sql`account`)}) method where method.added_at > ${since}::timestamptz
    ), '[]') as methods`;
}
