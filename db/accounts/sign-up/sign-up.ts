import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { insertToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import type { NewMail } from "#db/accounts/one-time-tokens/request-mail.ts";
import { type Db, oneRowOf, findRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { identities, users } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { insertMailFlow } from "../pkce-flows.ts";
import {
  insertSession,
  type NewSession,
  SignedIn,
  signedInColumns,
} from "../sessions/open-session.ts";
import {
  insertAccount,
  insertIdentity,
  type NewAccount,
  type NewIdentity,
} from "../users/insert-account.ts";
import { deleteUnverifiedIdentities } from "../users/verified-email-sql.ts";

export const Requested = z.object({
  /** Whether the account exists now. */
  isKnown: z.boolean(),
  /** Ids of the events written. */
  written: z.array(z.string()),
});
export type Requested = z.infer<typeof Requested>;

/**
 * Repeats a statement that creates an account or finds it: one that another request created in the meantime blocks the
 * insert and is invisible.
 */
export async function requestUntilKnown<R extends Requested>(
  request: () => Promise<R>,
): Promise<R> {
  const first = await request();
  return first.isKnown ? first : request();
}

export type ConfirmedSignUp = {
  account: NewAccount;
  identity: NewIdentity | null;
  created: EventOf<"AccountCreated">;
};

export type SignUp = ConfirmedSignUp & {
  account: NewAccount & { email: string };
  identity: NewIdentity;
};

/** @returns null when the email or phone is taken */
export function signUpConfirmed(db: Db, input: ConfirmedSignUp & { session: NewSession }) {
  const { account, identity, session, created } = input;
  return findRowOf(db, SignedIn)`with created as (
    ${insertAccount(account, sql``, session.at)}
  ), identity as (
    ${identity === null ? sql`select * from ${identities} where false` : insertIdentity(identity, sql`from created`)}
  ), session as (
    ${insertSession(session, sql`from created`)}
  ), event as (
    ${insertEvent(created, { type: "user", id: account.id }, sql`from created`)}
  )
  select ${signedInColumns(sql`created`, { identities: sql`identity` })} from created`;
}

type UnconfirmedSignUp = SignUp &
  NewMail & {
    /** Tells the owner of a proven address; null writes none. */
    notice: NoticeEvent | null;
    frequencyS: number;
  };

const SignUpRequested = Requested.extend({ isProven: z.boolean() });

/**
 * Mails an existing unconfirmed account again, at most once per `frequencyS`. Removes its unverified identities, and its
 * password and metadata when this sign-up has another password, because a stranger may have added them.
 */
export function signUpUnconfirmed(
  db: Db,
  input: UnconfirmedSignUp,
): Promise<z.infer<typeof SignUpRequested>> {
  const { account, identity, token, flow, created, mail, notice } = input;
  // An invitation by an administrator keeps the metadata that the administrator wrote.
  const isOther = sql`(account.last_sign_in_at is null and account.invited_at is null
    and account.confirmation_sent_at is not null and account.password_hash is distinct from ${account.passwordHash})`;
  const statement = sql`with existing as (
      select id, email_confirmed_at, (
          confirmation_sent_at is null
          or confirmation_sent_at <= ${account.at}::timestamptz - ${input.frequencyS}::int * interval '1 second'
        ) as is_due
      from ${users} where email = ${account.email} and not is_sso for update
    ), created as (
      ${insertAccount(account, sql`where not exists (select from existing)`)}
    ), identity as (
      ${insertIdentity(identity, sql`from created`)}
    ), again as (
      update ${users} account set
        confirmation_sent_at = case when existing.is_due then ${account.at}::timestamptz
          else account.confirmation_sent_at end,
        password_hash = case when account.last_sign_in_at is null and account.password_hash <> ${account.passwordHash}
          then null else account.password_hash end,
        user_metadata = case when ${isOther}
          then ${JSON.stringify(account.userMetadata)}::jsonb || jsonb_build_object('sub', account.id::text)
          else account.user_metadata end
      from existing where account.id = existing.id and existing.email_confirmed_at is null
      returning account.id, account.last_sign_in_at, existing.is_due
    ), unclaimed as (
      ${deleteUnverifiedIdentities(sql`again`)}
    ), due as (
      select id from created union all select id from again where is_due
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), flow as (
      ${insertMailFlow(flow, sql`from due`)}
    ), created_event as (
      ${insertEvent(created, { type: "user", id: account.id }, sql`from created`)} returning id
    ), mail_event as (
      ${insertEvent(mail, { type: "user", id: sql`id::text` }, sql`from due`)} returning id
    )${
      notice === null
        ? sql``
        : sql`, notice as (
      ${insertSecurityNotice(notice, "sign-up-repeated", sql`from (select id as user_id from existing where email_confirmed_at is not null) owner`)}
    )`
    }
    select exists (select from existing union all select from created) as is_known,
      exists (select from existing where email_confirmed_at is not null) as is_proven,
      array(select id from created_event union all select id from mail_event) as written`;
  return requestUntilKnown(() => oneRowOf(db, SignUpRequested)`${statement}`);
}
