import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { type Metadata, oneTimeTokens, sessions, users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "./account.ts";
import { insertMailFlow, type NewMailFlow } from "./insert-flow.ts";
import { insertToken, type NewToken } from "./insert-token.ts";
import { mergedMetadata } from "./merged-metadata.ts";
import {
  identitiesAfter,
  setVerifiedEmail,
  setVerifiedPhone,
  upsertEmailIdentity,
  upsertPhoneIdentity,
  withProviders,
} from "./verified-email-sql.ts";
import { type Taken, unlessTaken } from "./unique-violation.ts";

export type PasswordChange = {
  hash: string;
  /** The session in which it is changed; all others end. */
  keptSessionId: string | null;
  /** The hash of the code that proves that it is the owner who asks, or null where none is needed. */
  nonceHash: string | null;
  event: EventOf<"PasswordChanged">;
};

export type EmailChange = {
  /** Lower case. */
  to: string;
  /** Who has to agree: the new address, and the current one where that is asked as well. Nobody: it is theirs at once. */
  asked: readonly { token: NewToken; mail: EventOf<"AuthMailRequested"> }[];
  flow: NewMailFlow | null;
};

export type PhoneChange = {
  /** E.164 without its plus. */
  to: string;
  /** The code that the new phone has to show; none where it is taken at its word. */
  asked: readonly { token: NewToken; text: EventOf<"AuthSmsRequested"> }[];
};

export type AccountChange = {
  userId: string;
  /** Merged into what is there; null takes a key away. */
  metadata: Metadata | null;
  password: PasswordChange | null;
  email: EmailChange | null;
  phone: PhoneChange | null;
  /** ISO 8601. */
  at: string;
  graceMs: number;
};

const Row = z.object({ user: Account, written: z.array(z.string()) });

/**
 * Changes what an account says, its password, and the address and phone that it is to have, all or nothing, in one
 * statement. A new password ends every other session and every code that is under way. An address or phone that nobody
 * has to agree to is the account's at once, and makes a visitor a member.
 *
 * @returns the account and the ids of the events that were written; null when the code did not fit or the account is
 *   gone; or what somebody else took in the meantime
 */
export async function changeAccount(
  db: Db,
  change: AccountChange,
): Promise<{ user: Account; written: string[] } | null | Taken> {
  const { userId, password, email, graceMs } = change;
  const at = sql`${change.at}::timestamptz`;
  const aggregate = { type: "user", id: userId } as const;
  const asked = askedBy(change);
  const parts: SQL[] = [
    sql`nonce as (${takeNonce(userId, password?.nonceHash ?? null, change.at)})`,
    sql`changed as (
      update ${users} account set
        user_metadata = ${userMetadata(change)},
        password_hash = coalesce(${password?.hash ?? null}, account.password_hash),
        ${sql.join(handleColumns(change, at), sql`, `)}
      where account.id = ${userId}::uuid and account.deleted_at is null
        and (${(password?.nonceHash ?? null) === null}::boolean or exists (select from nonce))
      returning account.*
    )`,
    ...(password === null ? [] : passwordParts(password, asked, graceMs, aggregate)),
    ...asked.flatMap(({ token, message }, index) => [
      sql`${sql.raw(`token_${index}`)} as (${insertToken(token, sql`from changed`)})`,
      sql`${sql.raw(`message_${index}`)} as (
        ${insertEvent(message, aggregate, graceMs, sql`from changed`)} returning id
      )`,
    ]),
    sql`flow as (${insertMailFlow(email?.flow ?? null, sql`from changed`)})`,
  ];
  const known: SQL[] = [];
  if (isOwned(change.email)) {
    parts.push(sql`email_identity as (${upsertEmailIdentity(sql`from changed`, at)})`);
    known.push(sql`email_identity`);
  }
  if (isOwned(change.phone)) {
    parts.push(sql`phone_identity as (${upsertPhoneIdentity(sql`from changed`, at)})`);
    known.push(sql`phone_identity`);
  }
  const written = [
    ...(password === null ? [] : [sql`select id from password_event`]),
    ...asked.map((_, index) => sql`select id from ${sql.raw(`message_${index}`)}`),
  ];
  const rows = await unlessTaken(
    rowsOf(
      db,
      sql`with ${sql.join(parts, sql`, `)}
      select ${accountJson(sql`changed`, { identities: identitiesAfter(known) })} as "user",
        ${written.length === 0 ? sql`array[]::text[]` : sql`array(${sql.join(written, sql` union all `)})`} as written
      from changed`,
      Row,
    ),
  );
  return typeof rows === "string" ? rows : (rows[0] ?? null);
}

type Message = {
  token: NewToken;
  message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
};

function askedBy({ email, phone }: AccountChange): Message[] {
  return [
    ...(email?.asked ?? []).map(({ token, mail }) => ({ token, message: mail })),
    ...(phone?.asked ?? []).map(({ token, text }) => ({ token, message: text })),
  ];
}

/** Whether nobody has to agree to an address or phone. */
function isOwned(change: { asked: readonly unknown[] } | null): boolean {
  return change !== null && change.asked.length === 0;
}

function userMetadata({ metadata, email, phone }: AccountChange): SQL {
  return mergedMetadata(sql`account.user_metadata`, {
    ...metadata,
    ...(isOwned(email) && { email: email?.to, email_verified: true }),
    ...(isOwned(phone) && { phone: phone?.to, phone_verified: true }),
  });
}

function handleColumns({ email, phone }: AccountChange, at: SQL): SQL[] {
  const providers = [...(isOwned(email) ? ["email"] : []), ...(isOwned(phone) ? ["phone"] : [])];
  return [
    sql`updated_at = ${at}`,
    ...(email === null ? [] : emailColumns(email, at)),
    ...(phone === null ? [] : phoneColumns(phone, at)),
    ...(providers.length === 0
      ? []
      : [sql`is_anonymous = false`, sql`app_metadata = ${withProviders(providers)}`]),
  ];
}

function emailColumns(email: EmailChange, at: SQL): SQL[] {
  if (isOwned(email)) return [setVerifiedEmail(sql`${email.to}`, at)];
  return [
    sql`new_email = ${email.to}`,
    sql`email_change_sent_at = ${at}`,
    sql`email_change_halfway = false`,
  ];
}

function phoneColumns(phone: PhoneChange, at: SQL): SQL[] {
  if (isOwned(phone)) return [setVerifiedPhone(sql`${phone.to}`, at)];
  return [sql`new_phone = ${phone.to}`, sql`phone_change_sent_at = ${at}`];
}

function takeNonce(userId: string, nonceHash: string | null, at: string): SQL {
  return sql`delete from ${oneTimeTokens} token
    where token.user_id = ${userId}::uuid and token.purpose = 'reauthentication'
      and token.code_hash = ${nonceHash} and token.expires_at > ${at}::timestamptz
    returning token.id`;
}

function passwordParts(
  { keptSessionId, event }: PasswordChange,
  asked: readonly Message[],
  graceMs: number,
  aggregate: { type: "user"; id: string },
): SQL[] {
  // What this statement issues or takes itself, it must not delete as well.
  const kept = ["reauthentication", ...asked.map(({ token }) => token.purpose)];
  return [
    sql`ended as (
      delete from ${sessions} session using changed
      where session.user_id = changed.id and session.id is distinct from ${keptSessionId}::uuid
    )`,
    sql`cleared as (
      delete from ${oneTimeTokens} token using changed
      where token.user_id = changed.id and token.purpose <> all(${sql.param(kept)}::text[])
    )`,
    sql`password_event as (
      ${insertEvent(event, aggregate, graceMs, sql`from changed`)} returning id
    )`,
  ];
}
