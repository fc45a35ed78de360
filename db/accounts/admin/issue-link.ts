import { type SQL, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { insertToken, type NewToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import { type Db, findValueOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";
import { deleteUnverifiedIdentities } from "../users/verified-email-sql.ts";

/** The new password of an unproven account, whose old one another person may have set; null for a new account. */
type ClaimedAccount = { passwordHash: string | null } | null;

export type LinkPurpose =
  | { kind: "confirmation" | "invite"; claimed: ClaimedAccount }
  | { kind: "recovery" }
  | { kind: "email_change"; newEmail: string };

/** @param input.mail null when the administrator passes the link on */
export function issueLink(
  db: Db,
  input: {
    userId: string;
    purpose: LinkPurpose;
    token: NewToken;
    mail: EventOf<"AuthMailRequested"> | null;
  },
): Promise<Account | null> {
  const { userId, token, mail } = input;
  const event =
    mail === null
      ? sql`select where false`
      : insertEvent(mail, { type: "user", id: userId }, sql`from noted`);
  return findValueOf(db, Account)`with noted as (
    update ${users} account set ${noteOf(input.purpose, sql`${token.at}::timestamptz`)}
    where account.id = ${userId}::uuid and account.deleted_at is null
    returning account.*
  ), unclaimed as (
    ${claimedBy(input.purpose) === null ? sql`select where false` : deleteUnverifiedIdentities(sql`noted`)}
  ), token as (
    ${insertToken(token, sql`from noted`)}
  ), event as (
    ${event}
  )
  select ${accountJson(sql`noted`)} from noted`;
}

function noteOf(purpose: LinkPurpose, at: SQL): SQL {
  switch (purpose.kind) {
    case "confirmation":
      return sql`confirmation_sent_at = ${at}, ${passwordOf(purpose)}`;
    case "invite":
      return sql`invited_at = ${at}, confirmation_sent_at = ${at}, ${passwordOf(purpose)}`;
    case "recovery":
      return sql`recovery_sent_at = ${at}`;
    case "email_change":
      return sql`new_email = ${purpose.newEmail}, email_change_sent_at = ${at}, email_change_halfway = false`;
  }
}

function claimedBy(purpose: LinkPurpose): ClaimedAccount {
  return "claimed" in purpose ? purpose.claimed : null;
}

function passwordOf(purpose: LinkPurpose): SQL {
  const claimed = claimedBy(purpose);
  if (claimed === null) return sql`password_hash = account.password_hash`;
  return sql`password_hash = case
    when account.email_confirmed_at is null and account.last_sign_in_at is null then ${claimed.passwordHash}
    else account.password_hash end`;
}
