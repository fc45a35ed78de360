import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, findRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { identities, type Metadata, oneTimeTokens, sessions, users } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "./insert-security-notice.ts";
import { insertToken, type NewToken } from "./one-time-tokens/change-tokens.ts";
import { redeemNonce } from "./one-time-tokens/redemption-sql.ts";
import { insertMailFlow, type NewMailFlow } from "./pkce-flows.ts";
import type { CurrentUserIds } from "./sessions/current-user-sql.ts";
import { lockValidSession } from "./sessions/valid-session-sql.ts";
import { Account, accountJson, mergedMetadata } from "./users/account-row.ts";
import { type Taken, unlessTaken } from "./users/unique-violation.ts";
import {
  hasVerifiedEmail,
  identitiesAfter,
  NO_PENDING_EMAIL,
  NO_PENDING_PHONE,
  setVerifiedEmail,
  setVerifiedPhone,
  upsertEmailIdentity,
  upsertPhoneIdentity,
  withProviders,
} from "./users/verified-email-sql.ts";

export type PasswordChange = {
  hash: string;
  /** Hash of the reauthentication code; null if none is needed. */
  nonceHash: string | null;
  event: EventOf<"PasswordChanged">;
};

export type EmailChange = {
  to: string;
  /** One for each mailbox that has to confirm; none: the change applies at once, with `event`. */
  confirmations: readonly { token: NewToken; mail: EventOf<"AuthMailRequested"> }[];
  flow: NewMailFlow | null;
  /** Optimistic lock: `email_change_sent_at` when the account was read. */
  seenSentAt: string | null;
  event: EventOf<"EmailChanged"> | null;
  /** Emails to the current mailbox bounce: it counts as confirmed. */
  isCurrentUnreachable: boolean;
  /** The same change once more, while it can still be confirmed, and no longer. */
  isRepeat: boolean;
};

export type PhoneChange = {
  to: string;
  /** None: the change applies at once, with `notice`. */
  confirmations: readonly { token: NewToken; sms: EventOf<"AuthSmsRequested"> }[];
  /** Optimistic lock: `phone_change_sent_at` when the account was read. */
  seenSentAt: string | null;
  notice: NoticeEvent;
};

type AccountChange = CurrentUserIds & {
  metadata: Metadata | null;
  password: PasswordChange | null;
  email: EmailChange | null;
  /** The address stays as it is. */
  withdrawsEmailChange?: boolean;
  phone: PhoneChange | null;
  at: string;
};

const Row = z.object({ user: Account, written: z.array(z.string()) });

/**
 * A new password ends all other sessions, voids all codes and withdraws pending changes; it is an identity of the
 * account, as its email. An email or phone that needs no confirmation makes an
 * anonymous account permanent.
 *
 * @returns null, with nothing written, when the nonce is wrong, session or account are gone, or another
 * change was asked for meanwhile
 */
export function changeAccount(
  db: Db,
  change: AccountChange,
): Promise<z.infer<typeof Row> | null | Taken> {
  const { userId, sessionId, password, email, phone } = change;
  const at = sql`${change.at}::timestamptz`;
  const aggregate = { type: "user", id: userId } as const;
  const messages = messagesOf(change);
  const parts: SQL[] = [
    sql`nonce as (${redeemNonce(userId, password?.nonceHash ?? null, change.at)})`,
    sql`changed as (
      update ${users} account set
        user_metadata = ${userMetadata(change)},
        password_hash = coalesce(${password?.hash ?? null}, account.password_hash),
        ${sql.join(emailAndPhoneColumns(change, at), sql`, `)}
      where ${lockValidSession(change, change.at)} and account.id = ${userId}::uuid and account.deleted_at is null
        and (${(password?.nonceHash ?? null) === null}::boolean or exists (select from nonce))
        ${isStillPending(email, at)}
        ${isUnasked(sql`account.email_change_sent_at`, email)} ${isUnasked(sql`account.phone_change_sent_at`, phone)}
      returning account.*
    )`,
    ...(password === null ? [] : passwordParts(password, sessionId, messages, aggregate)),
    ...(password === null && change.withdrawsEmailChange === true
      ? [
          sql`withdrawn as (
            delete from ${oneTimeTokens} token using changed
            where token.user_id = changed.id and token.purpose in ('email_change_new', 'email_change_current')
          )`,
        ]
      : []),
    ...messages.flatMap(({ token, message }, index) => [
      sql`${sql.raw(`token_${index}`)} as (
        ${insertToken({ ...token, isRepeat: email?.isRepeat ?? false }, sql`from changed`)}
      )`,
      sql`${sql.raw(`message_${index}`)} as (
        ${insertEvent(message, aggregate, sql`from changed`)} returning id
      )`,
    ]),
    ...(email?.isCurrentUnreachable === true
      ? [
          // Its code of an earlier change would stand for the new mailbox.
          sql`outdated as (
            delete from ${oneTimeTokens} token using changed
            where token.user_id = changed.id and token.purpose = 'email_change_current'
          )`,
        ]
      : []),
    sql`flow as (${insertMailFlow(email?.flow ?? null, sql`from changed`)})`,
    ...(email?.event == null
      ? []
      : [
          sql`email_event as (${insertEvent(email.event, aggregate, sql`from changed`)} returning id)`,
        ]),
  ];
  const upserted: SQL[] = [];
  if (isConfirmed(email) || password !== null) {
    const from = isConfirmed(email)
      ? sql`from changed`
      : sql`from changed where ${lacksEmailIdentity()}`;
    parts.push(sql`email_identity as (${upsertEmailIdentity(from, at)})`);
    upserted.push(sql`email_identity`);
  }
  if (phone !== null && isConfirmed(phone)) {
    parts.push(
      sql`phone_identity as (${upsertPhoneIdentity(sql`from changed`, at)})`,
      sql`phone_notice as (${insertSecurityNotice(
        phone.notice,
        "phone-changed",
        sql`from phone_identity`,
        { subject: true },
      )})`,
    );
    upserted.push(sql`phone_identity`);
  }
  const written = [
    ...(password === null ? [] : [sql`select id from password_event`]),
    ...(email?.event == null ? [] : [sql`select id from email_event`]),
    ...messages.map((_, index) => sql`select id from ${sql.raw(`message_${index}`)}`),
  ];
  return unlessTaken(
    findRowOf(db, Row)`with ${sql.join(parts, sql`, `)}
    select ${accountJson(sql`changed`, { identities: identitiesAfter(upserted) })} as "user",
      ${written.length === 0 ? sql`array[]::text[]` : sql`array(${sql.join(written, sql` union all `)})`} as written
    from changed`,
  );
}

type Message = {
  token: NewToken;
  message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
};

function messagesOf({ email, phone }: AccountChange): Message[] {
  return [
    ...(email?.confirmations ?? []).map(({ token, mail }) => ({ token, message: mail })),
    ...(phone?.confirmations ?? []).map(({ token, sms }) => ({ token, message: sms })),
  ];
}

function isConfirmed(change: { confirmations: readonly unknown[] } | null): boolean {
  return change !== null && change.confirmations.length === 0;
}

function userMetadata({ metadata, email, phone }: AccountChange): SQL {
  return mergedMetadata(sql`account.user_metadata`, {
    ...metadata,
    ...(isConfirmed(email) && { email: email?.to, email_verified: true }),
    ...(isConfirmed(phone) && { phone: phone?.to, phone_verified: true }),
  });
}

function emailAndPhoneColumns(
  { password, email, phone, withdrawsEmailChange = false }: AccountChange,
  at: SQL,
): SQL[] {
  const providers = [
    ...(isConfirmed(email) ? ["email"] : []),
    ...(isConfirmed(phone) ? ["phone"] : []),
  ];
  return [
    sql`updated_at = ${at}`,
    ...(email === null && (withdrawsEmailChange || password !== null) ? [NO_PENDING_EMAIL] : []),
    ...(email === null ? [] : emailColumns(email, at)),
    ...(phone === null && password !== null ? [NO_PENDING_PHONE] : []),
    ...(phone === null ? [] : phoneColumns(phone, at)),
    ...(providers.length === 0 ? [] : [sql`is_anonymous = false`]),
    ...(providers.length === 0 && password === null
      ? []
      : [
          sql`app_metadata = case when ${password !== null}::boolean and ${hasVerifiedEmail(sql`account`)}
            then ${withProviders([...new Set([...providers, "email"])])} else ${withProviders(providers)} end`,
        ]),
  ];
}

function emailColumns(email: EmailChange, at: SQL): SQL[] {
  if (isConfirmed(email)) return [setVerifiedEmail(sql`${email.to}`, at)];
  return [
    sql`new_email = ${email.to}`,
    sql`email_change_sent_at = ${at}`,
    sql`email_change_halfway = ${email.isCurrentUnreachable}::boolean`,
  ];
}

function phoneColumns(phone: PhoneChange, at: SQL): SQL[] {
  if (isConfirmed(phone)) return [setVerifiedPhone(sql`${phone.to}`, at)];
  return [sql`new_phone = ${phone.to}`, sql`phone_change_sent_at = ${at}`];
}

function isStillPending(email: EmailChange | null, at: SQL): SQL {
  if (email === null || !email.isRepeat) return sql``;
  return sql`and account.new_email = ${email.to} and exists (
      select from ${oneTimeTokens} token
      where token.user_id = account.id and token.purpose = 'email_change_new' and token.expires_at > ${at}
    )`;
}

/** Condition on the row `changed`: another way to sign in has proven its email. */
function lacksEmailIdentity(): SQL {
  return sql`${hasVerifiedEmail(sql`changed`)} and not exists (
      select from ${identities} identity where identity.user_id = changed.id and identity.provider = 'email'
    )`;
}

/** Closes the race of two requests within the time between two mails or SMS. */
function isUnasked(sentAt: SQL, change: EmailChange | PhoneChange | null): SQL {
  if (change === null) return sql``;
  return sql`and date_trunc('milliseconds', ${sentAt}) is not distinct from ${change.seenSentAt}::timestamptz`;
}

function passwordParts(
  { event }: PasswordChange,
  sessionId: string | null,
  messages: readonly Message[],
  aggregate: { type: "user"; id: string },
): SQL[] {
  // Two CTEs must not change one row: Postgres lets either win.
  const kept = ["reauthentication", ...messages.map(({ token }) => token.purpose)];
  return [
    sql`ended as (
      delete from ${sessions} session using changed
      where session.user_id = changed.id and session.id is distinct from ${sessionId}::uuid
    )`,
    sql`cleared as (
      delete from ${oneTimeTokens} token using changed
      where token.user_id = changed.id and token.purpose <> all(${sql.param(kept)}::text[])
    )`,
    sql`password_event as (
      ${insertEvent(event, aggregate, sql`from changed`)} returning id
    )`,
  ];
}
