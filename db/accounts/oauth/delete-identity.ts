import { sql } from "drizzle-orm";
import type { SecurityNotice } from "#contracts/events/accounts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { identities, type Metadata, sessions, users } from "#db/schema/accounts.ts";
import { insertErasedAddress } from "../erased-addresses.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import { unlessTaken } from "../users/unique-violation.ts";

type DeleteIdentity = CurrentUserIds & {
  identityId: string;
  /** Optimistic lock: the account's `updated_at` when it was read. */
  seenAt: string;
  /** The next email, proven by another identity. */
  email: string | null;
  /** `email`: with the password, which ends the other sessions. `phone`: with the phone. */
  provider: string;
  appMetadata: Metadata;
  notice: NoticeEvent;
  /** Written for another email than before, or none. */
  emailEvent: EventOf<"EmailChanged">;
  at: string;
};

const NOTICES: Readonly<Record<string, SecurityNotice>> = {
  email: "password-removed",
  phone: "phone-removed",
};

export async function deleteIdentity(
  db: Db,
  input: DeleteIdentity,
): Promise<"removed" | "changed_meanwhile" | "email_taken"> {
  const at = sql`${input.at}::timestamptz`;
  const drops = (provider: string) => sql`${input.provider === provider}::boolean`;
  const isRemoved = await unlessTaken(hasRow(db)`with earlier as (
    select email, email_confirmed_at from ${users} where id = ${input.userId}::uuid
  ), account as (
    update ${users} account set
      email = ${input.email},
      email_confirmed_at = case when ${input.email}::text is null then null
        else account.email_confirmed_at end,
      password_hash = case when ${drops("email")} then null else account.password_hash end,
      phone = case when ${drops("phone")} then null else account.phone end,
      phone_confirmed_at = case when ${drops("phone")} then null else account.phone_confirmed_at end,
      app_metadata = account.app_metadata || ${JSON.stringify(input.appMetadata)}::jsonb,
      updated_at = ${at}
    where ${lockValidSession(input, input.at)} and account.id = ${input.userId}::uuid and account.deleted_at is null
      and date_trunc('milliseconds', account.updated_at) = ${input.seenAt}::timestamptz
    returning account.id
  ), removed as (
    delete from ${identities} identity using account
    where identity.user_id = account.id and identity.id = ${input.identityId}::uuid
    returning identity.id, identity.user_id
  ), ended as (
    delete from ${sessions} session using removed
    where ${drops("email")} and session.user_id = removed.user_id and session.id is distinct from ${input.sessionId}::uuid
  ), notice as (
    ${insertSecurityNotice(
      input.notice,
      NOTICES[input.provider] ?? "identity-removed",
      sql`from removed`,
    )}
  ), email_event as (
    ${insertEvent(
      input.emailEvent,
      { type: "user", id: input.userId },
      sql`from removed, earlier where earlier.email is distinct from ${input.email}`,
    )}
  ), last_mail as (
    ${insertErasedAddress(
      { id: input.emailEvent.id, at: input.at },
      sql`earlier`,
      sql`former.email is distinct from ${input.email} and exists (select from removed)`,
    )}
  )
  select id from removed`);
  if (typeof isRemoved === "string") return "email_taken";
  return isRemoved ? "removed" : "changed_meanwhile";
}
