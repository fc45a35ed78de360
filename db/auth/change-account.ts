import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { type Metadata, oneTimeTokens, sessions, users } from "#db/schema/auth.ts";
import { Account, accountJson } from "./account.ts";
import { insertMailFlow, type NewMailFlow } from "./insert-flow.ts";
import { insertToken, type NewToken } from "./insert-token.ts";

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
  /** Who has to agree: the new address, and the current one where that is asked as well. */
  asked: readonly { token: NewToken; mail: EventOf<"AuthMailRequested"> }[];
  flow: NewMailFlow | null;
};

export type AccountChange = {
  userId: string;
  /** Merged into what is there; null takes a key away. */
  metadata: Metadata | null;
  password: PasswordChange | null;
  email: EmailChange | null;
  /** ISO 8601. */
  at: string;
  graceMs: number;
};

const Row = z.object({ user: Account, written: z.array(z.string()) });

/**
 * Changes what an account says, its password, and the address that it is to have, all or nothing, in one statement. A
 * new password ends every other session and every code that is under way.
 *
 * @returns the account and the ids of the events that were written, or null when the code did not fit or the account is
 *   gone
 */
export async function changeAccount(
  db: Db,
  change: AccountChange,
): Promise<{ user: Account; written: string[] } | null> {
  const { userId, metadata, password, email, at, graceMs } = change;
  const removed = Object.entries(metadata ?? {}).flatMap(([key, value]) =>
    value === null ? [key] : [],
  );
  const aggregate = { type: "user", id: userId } as const;
  const parts: SQL[] = [
    sql`nonce as (${takeNonce(userId, password?.nonceHash ?? null, at)})`,
    sql`changed as (
      update ${users} account set
        user_metadata = (account.user_metadata || ${JSON.stringify(metadata ?? {})}::jsonb)
          - ${sql.param(removed)}::text[],
        password_hash = coalesce(${password?.hash ?? null}, account.password_hash),
        new_email = coalesce(${email?.to ?? null}, account.new_email),
        email_change_sent_at = case when ${email === null}::boolean
          then account.email_change_sent_at else ${at}::timestamptz end,
        email_change_halfway = account.email_change_halfway and ${email === null}::boolean,
        updated_at = ${at}::timestamptz
      where account.id = ${userId}::uuid and account.deleted_at is null
        and (${(password?.nonceHash ?? null) === null}::boolean or exists (select from nonce))
      returning account.*
    )`,
    ...(password === null ? [] : passwordParts(password, email, graceMs, aggregate)),
    ...(email?.asked ?? []).flatMap(({ token, mail }, index) => [
      sql`${sql.raw(`token_${index}`)} as (${insertToken(token, sql`from changed`)})`,
      sql`${sql.raw(`mail_${index}`)} as (
        ${insertEvent(mail, aggregate, graceMs, sql`from changed`)} returning id
      )`,
    ]),
    sql`flow as (${insertMailFlow(email?.flow ?? null, sql`from changed`)})`,
  ];
  const written = [
    ...(password === null ? [] : [sql`select id from password_event`]),
    ...(email?.asked ?? []).map((_, index) => sql`select id from ${sql.raw(`mail_${index}`)}`),
  ];
  const [row] = await rowsOf(
    db,
    sql`with ${sql.join(parts, sql`, `)}
    select ${accountJson(sql`changed`)} as "user",
      ${written.length === 0 ? sql`array[]::text[]` : sql`array(${sql.join(written, sql` union all `)})`} as written
    from changed`,
    Row,
  );
  return row ?? null;
}

function takeNonce(userId: string, nonceHash: string | null, at: string): SQL {
  return sql`delete from ${oneTimeTokens} token
    where token.user_id = ${userId}::uuid and token.purpose = 'reauthentication'
      and token.code_hash = ${nonceHash} and token.expires_at > ${at}::timestamptz
    returning token.id`;
}

function passwordParts(
  { keptSessionId, event }: PasswordChange,
  email: EmailChange | null,
  graceMs: number,
  aggregate: { type: "user"; id: string },
): SQL[] {
  // What this statement issues or takes itself, it must not delete as well.
  const kept = ["reauthentication", ...(email?.asked ?? []).map(({ token }) => token.purpose)];
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
