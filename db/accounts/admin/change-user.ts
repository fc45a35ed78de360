import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { mergedMetadata } from "#db/accounts/users/account-row.ts";
import { type Db, findValueOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { identities, oneTimeTokens, sessions, users } from "#db/schema/accounts.ts";
import { insertErasedAddress } from "../erased-addresses.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { type AccountFields, insertIdentity, type NewIdentity } from "../users/insert-account.ts";
import { type Taken, unlessTaken } from "../users/unique-violation.ts";

/** Null, or false, leaves a field as it is. */
type ChangeUser = AccountFields & {
  role: string | null;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  /** Null inside lifts the ban. */
  ban: { until: string | null } | null;
  identities: readonly NewIdentity[];
  passwordEvent: EventOf<"PasswordChanged">;
  /** Written for another email than before. */
  emailEvent: EventOf<"EmailChanged">;
  /** Written for another phone than before. */
  notice: NoticeEvent;
  at: string;
};

/**
 * A new password ends the account's sessions; a new password, email or phone voids its codes and withdraws the changes that wait for them.
 *
 * @returns the ids of the written events; null when there is no such account
 */
export function changeUser(db: Db, input: ChangeUser): Promise<string[] | null | Taken> {
  const at = sql`${input.at}::timestamptz`;
  const hasPassword = sql`${input.passwordHash !== null}::boolean`;
  const voids = sql`${input.passwordHash !== null || input.email !== null || input.phone !== null}::boolean`;
  const confirmed = (column: "email_confirmed_at" | "phone_confirmed_at", is: boolean) =>
    is ? sql`coalesce(account.${sql.raw(column)}, ${at})` : sql`account.${sql.raw(column)}`;
  const statement = findValueOf(db, z.array(z.string()))`with earlier as (
    select email, phone, email_confirmed_at from ${users} where id = ${input.id}::uuid for update
  ), changed as (
    update ${users} account set
      role = coalesce(${input.role}, account.role),
      email = coalesce(${input.email}, account.email),
      phone = coalesce(${input.phone}, account.phone),
      password_hash = coalesce(${input.passwordHash}, account.password_hash),
      new_email = case when ${voids} then null else account.new_email end,
      email_change_halfway = account.email_change_halfway and not ${voids},
      new_phone = case when ${voids} then null else account.new_phone end,
      email_confirmed_at = ${confirmed("email_confirmed_at", input.isEmailConfirmed)},
      phone_confirmed_at = ${confirmed("phone_confirmed_at", input.isPhoneConfirmed)},
      banned_until = ${input.ban === null ? sql`account.banned_until` : sql`${input.ban.until}::timestamptz`},
      app_metadata = ${mergedMetadata(sql`account.app_metadata`, input.appMetadata)},
      user_metadata = ${mergedMetadata(sql`account.user_metadata`, input.userMetadata)},
      is_anonymous = account.is_anonymous and ${input.email === null && input.phone === null}::boolean,
      updated_at = ${at}
    from earlier where account.id = ${input.id}::uuid and account.deleted_at is null
    returning account.*, account.email is distinct from earlier.email as has_other_email,
      account.phone is distinct from earlier.phone as has_other_phone
  ), known as (
    update ${identities} identity set
      email = case when identity.provider = 'email' then changed.email else identity.email end,
      identity_data = identity.identity_data || case identity.provider
        when 'email' then jsonb_build_object('email', changed.email, 'email_verified', changed.email_confirmed_at is not null)
        else jsonb_build_object('phone', changed.phone, 'phone_verified', changed.phone_confirmed_at is not null)
        end,
      updated_at = ${at}
    from changed where identity.user_id = changed.id and identity.provider in ('email', 'phone')
  ), ended as (
    delete from ${sessions} session using changed where session.user_id = changed.id and ${hasPassword}
  ), void as (
    delete from ${oneTimeTokens} token using changed where token.user_id = changed.id
      and ${voids}
  ), event as (
    ${insertEvent(
      input.passwordEvent,
      { type: "user", id: input.id },
      sql`from changed where ${hasPassword}`,
    )} returning id
  ), email_event as (
    ${insertEvent(
      input.emailEvent,
      { type: "user", id: input.id },
      sql`from changed where has_other_email`,
    )} returning id
  ), last_mail as (
    ${insertErasedAddress(
      { id: input.emailEvent.id, at: input.at },
      sql`earlier`,
      sql`exists (select from changed where has_other_email)`,
    )}
  ), phone_notice as (
    ${insertSecurityNotice(
      input.notice,
      "phone-changed",
      sql`from (select id as user_id from changed where has_other_phone) owner`,
    )}
  )${sql.join(
    input.identities.map(
      (identity, index) => sql`, ${sql.raw(`added_${index}`)} as (
        ${insertIdentity(
          identity,
          sql`from changed where not exists (
            select from ${identities} known
            where known.user_id = changed.id and known.provider = ${identity.provider}
          )`,
        )}
      )`,
    ),
    sql``,
  )}
  select array(select id from event union all select id from email_event) from changed`;
  return unlessTaken(statement);
}
