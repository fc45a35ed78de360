import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { insertToken, type NewToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import type { NewMail } from "#db/accounts/one-time-tokens/request-mail.ts";
import { insertMailFlow } from "#db/accounts/pkce-flows.ts";
import { matchesEmailOrPhone } from "#db/accounts/users/find-users.ts";
import {
  insertAccount,
  insertIdentity,
  type NewIdentity,
} from "#db/accounts/users/insert-account.ts";
import { deleteUnverifiedIdentities } from "#db/accounts/users/verified-email-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { type ConfirmedSignUp, Requested, requestUntilKnown, type SignUp } from "./sign-up.ts";

type RequestPhoneCode = {
  phone: string;
  /** Null: no account is created. */
  fresh: (ConfirmedSignUp & { identity: NewIdentity }) | null;
  /** Whether a proven phone gets a text too, to sign in. */
  alsoProven: boolean;
  unprovenAllowed: boolean;
  token: NewToken;
  sms: EventOf<"AuthSmsRequested">;
  frequencyS: number;
};

const RequestedCode = Requested.extend({ isProven: z.boolean() });
type RequestedCode = z.infer<typeof RequestedCode>;

/**
 * When neither the email nor the phone of the account is verified, a stranger may have set its password. So a sign-in
 * without a password, or a sign-up with another one, removes it.
 */
export function requestPhoneCode(db: Db, input: RequestPhoneCode): Promise<RequestedCode> {
  const { phone, alsoProven, unprovenAllowed, token, sms, frequencyS } = input;
  const fresh = unprovenAllowed ? input.fresh : null;
  const at = sql`${token.at}::timestamptz`;
  const createdParts =
    fresh === null
      ? sql`created as (select id from ${users} where false), created_event as (select ''::text as id where false)`
      : sql`created as (
      ${insertAccount(fresh.account, sql`where not exists (select from existing)`)}
    ), identity as (
      ${insertIdentity(fresh.identity, sql`from created`)}
    ), created_event as (
      ${insertEvent(fresh.created, { type: "user", id: fresh.account.id }, sql`from created`)} returning id
    )`;
  const statement = sql`with existing as (
      select account.id, account.phone_confirmed_at, account.confirmation_sent_at,
        coalesce(account.phone_confirmed_at, account.email_confirmed_at) is null as is_unproven,
        account.confirmation_sent_at is null
          or account.confirmation_sent_at <= ${at} - ${frequencyS}::int * interval '1 second' as is_due
      from ${users} account where ${matchesEmailOrPhone({ phone })} for update
    ), ${createdParts}, again as (
      update ${users} account set
        confirmation_sent_at = case when existing.is_due then ${at} else account.confirmation_sent_at end,
        password_hash = case when existing.is_unproven and (
            ${alsoProven}::boolean and existing.is_due or account.password_hash <> ${fresh?.account.passwordHash ?? null}
          ) then null else account.password_hash end
      from existing where account.id = existing.id
        and case when existing.phone_confirmed_at is null then ${unprovenAllowed}::boolean else ${alsoProven}::boolean end
      returning account.id, existing.is_due
    ), due as (
      select id from created union all select id from again where is_due
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), sms_event as (
      ${insertEvent(sms, { type: "user", id: sql`id::text` }, sql`from due`)} returning id
    )
    select exists (select from existing union all select from created) as is_known,
      exists (select from existing where phone_confirmed_at is not null) as is_proven,
      array(select id from created_event union all select id from sms_event) as written`;
  const request = () => oneRowOf(db, RequestedCode)`${statement}`;
  return fresh === null ? request() : requestUntilKnown(request);
}

type SignInMailRequest = SignUp & {
  createsAccount: boolean;
  autoconfirm: boolean;
  /** A proven email gets it. */
  magicLink: NewMail;
  /** For an unproven email, if one may get a mail. */
  unprovenAllowed: boolean;
  confirmation: NewMail;
  frequencyS: number;
};

/**
 * Records a mail whose link signs the user in, or first confirms the address. Before the first sign-in, the password and the
 * unverified identities may be a stranger's, so the statement removes both.
 */
export function requestSignInMail(db: Db, input: SignInMailRequest): Promise<Requested> {
  const { account, identity, created, magicLink, confirmation } = input;
  const createsAccount = input.createsAccount && input.unprovenAllowed;
  const at = sql`${account.at}::timestamptz`;
  const latest = sql`${at} - ${input.frequencyS}::int * interval '1 second'`;
  const userId = { type: "user", id: sql`id::text` } as const;
  const statement = sql`with existing as (
      select account.id, account.email_confirmed_at is not null or ${input.autoconfirm}::boolean as is_proven
      from ${users} account where ${matchesEmailOrPhone({ email: account.email })} for update
    ), created as (
      ${insertAccount(account, sql`where ${createsAccount}::boolean and not exists (select from existing)`)}
    ), identity as (
      ${insertIdentity(identity, sql`from created`)}
    ), proven as (
      update ${users} account set recovery_sent_at = ${at} from existing
      where account.id = existing.id and existing.is_proven
        and (account.recovery_sent_at is null or account.recovery_sent_at <= ${latest})
      returning account.id
    ), unproven as (
      update ${users} account set confirmation_sent_at = ${at},
        password_hash = case when account.last_sign_in_at is null then null else account.password_hash end
      from existing
      where account.id = existing.id and not existing.is_proven and ${input.unprovenAllowed}::boolean
        and (account.confirmation_sent_at is null or account.confirmation_sent_at <= ${latest})
      returning account.id, account.last_sign_in_at
    ), unclaimed as (
      ${deleteUnverifiedIdentities(sql`unproven`)}
    ), to_sign_in as (
      select id from proven union all select id from created where ${input.autoconfirm}::boolean
    ), to_confirm as (
      select id from unproven union all select id from created where not ${input.autoconfirm}::boolean
    ), magic_token as (
      ${insertToken(magicLink.token, sql`from to_sign_in`)}
    ), magic_flow as (
      ${insertMailFlow(magicLink.flow, sql`from to_sign_in`)}
    ), confirmation_token as (
      ${insertToken(confirmation.token, sql`from to_confirm`)}
    ), confirmation_flow as (
      ${insertMailFlow(confirmation.flow, sql`from to_confirm`)}
    ), created_event as (
      ${insertEvent(created, { type: "user", id: account.id }, sql`from created`)} returning id
    ), magic_event as (
      ${insertEvent(magicLink.mail, userId, sql`from to_sign_in`)} returning id
    ), confirmation_event as (
      ${insertEvent(confirmation.mail, userId, sql`from to_confirm`)} returning id
    )
    select exists (select from existing union all select from created) as is_known,
      array(
        select id from created_event union all select id from magic_event
        union all select id from confirmation_event
      ) as written`;
  const request = () => oneRowOf(db, Requested)`${statement}`;
  return createsAccount ? requestUntilKnown(request) : request();
}
