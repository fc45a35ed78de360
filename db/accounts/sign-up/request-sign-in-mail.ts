import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { insertToken, type NewToken } from "../one-time-tokens/insert-token.ts";
import { insertMailFlow, type NewMailFlow } from "../pkce-flows.ts";
import { matchesEmailOrPhone } from "../users/find-users.ts";
import { insertAccount, insertIdentity } from "../users/insert-account.ts";
import { deleteUnverifiedIdentities } from "../users/verified-email-sql.ts";
import { Requested, requestUntilKnown } from "./request-until-known.ts";
import type { SignUp } from "./sign-up.ts";

type WayIn = { token: NewToken; flow: NewMailFlow | null; mail: EventOf<"AuthMailRequested"> };

type SignInMailRequest = SignUp & {
  createsAccount: boolean;
  autoconfirm: boolean;
  /** For a proven email. */
  magicLink: WayIn;
  /** For an unproven email, if one may get a mail. */
  unprovenAllowed: boolean;
  confirmation: WayIn;
  frequencyS: number;
};

/**
 * Mails a link to sign in with, or to confirm the address first. While nobody has signed in, a stranger may have chosen
 * the password and the unverified identities: they are removed.
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
  const request = () => oneRowOf(db, statement, Requested);
  return createsAccount ? requestUntilKnown(request) : request();
}
