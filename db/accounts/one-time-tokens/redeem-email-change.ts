import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { identities, oneTimeTokens, users } from "#db/schema/accounts.ts";
import { Account, accountJson, SessionRow } from "../users/account.ts";
import { unlessTaken } from "../users/unique-violation.ts";
import { withProviders } from "../users/verified-email-sql.ts";
import { type Grant, grantParts, matchesPresentedToken, type RedeemToken } from "./redeem-token.ts";

export type RedeemedEmailChange =
  | { outcome: "session"; user: Account; session: SessionRow; redirectTo: string }
  | { outcome: "code" | "no_flow"; redirectTo: string }
  /** One mailbox confirmed; the other one has to. */
  | { outcome: "halfway"; redirectTo: string }
  | { outcome: "banned" | "taken" | "not_found" };

const Row = z.object({
  banned: z.boolean(),
  taken: z.boolean(),
  halfway: z.boolean(),
  redirect_to: z.string(),
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
  has_flow: z.boolean(),
});

/**
 * Takes a code or link with which an address agrees to a change of address, once, in one statement. Where both have to
 * agree the first one only counts; the last one makes the change, and a visitor without an address a member. The current
 * address alone never makes it.
 *
 * @param input.isSecure whether the current address of an account that has one must agree as well
 */
export async function redeemEmailChange(
  db: Db,
  input: RedeemToken & { isSecure: boolean },
): Promise<RedeemedEmailChange> {
  const at = sql`${input.at}::timestamptz`;
  const grant: Grant = input.grant;
  const rows = await unlessTaken(
    rowsOf(
      db,
      sql`with found as (
      select token.id, token.user_id, token.redirect_to, account.new_email,
        coalesce(account.banned_until > ${at}, false) as banned,
        not account.email_change_halfway and (
          token.purpose = 'email_change_current' or (${input.isSecure}::boolean and account.email is not null)
        ) as halfway,
        exists (
          select from ${users} owner
          where owner.email = account.new_email and not owner.is_sso and owner.id <> account.id
        ) as taken
      from ${oneTimeTokens} token join ${users} account
        on account.id = token.user_id and account.deleted_at is null and account.new_email is not null
        -- An administrator issues one link at a time, so that the other may be left from a change to another address.
        and token.relates_to = case token.purpose
          when 'email_change_new' then account.new_email else account.email end
      where ${matchesPresentedToken(input.presented)} and token.expires_at > ${at}
      for update of token, account
    ), counted as (
      select * from found where not banned and not taken
    ), used as (
      delete from ${oneTimeTokens} token using counted
      where token.user_id = counted.user_id and (token.id = counted.id or not counted.halfway)
    ), first as (
      update ${users} account set email_change_halfway = true, updated_at = ${at}
      from counted where account.id = counted.user_id and counted.halfway
    ), confirmed as (
      update ${users} account set
        email = counted.new_email, new_email = null, email_change_halfway = false, email_change_sent_at = null,
        email_confirmed_at = ${at}, is_anonymous = false,
        user_metadata = account.user_metadata
          || jsonb_build_object('email', counted.new_email, 'email_verified', true),
        app_metadata = ${withProviders(["email"])},
        last_sign_in_at = ${at}, updated_at = ${at}
      from counted where account.id = counted.user_id and not counted.halfway
      returning account.*
    ), proven as (
      insert into ${identities} as identity (
        id, user_id, provider, provider_id, identity_data, email, last_sign_in_at, created_at, updated_at
      ) select gen_random_uuid(), id, 'email', id::text,
          jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true, 'phone_verified', false),
          email, ${at}, ${at}, ${at}
        from confirmed
      on conflict (provider, provider_id) do update set
        identity_data = identity.identity_data || jsonb_build_object('email', excluded.email, 'email_verified', true),
        email = excluded.email, updated_at = excluded.updated_at
      returning *
    ), ${grantParts(grant, at)}
    select found.banned, found.taken, found.halfway, found.redirect_to, (
        select ${accountJson(sql`confirmed`, {
          identities: sql`(
            select * from proven union all
            select other.* from ${identities} other where other.id not in (select id from proven)
          )`,
        })} from confirmed
      ) as "user",
      (select to_jsonb(session) from session) as session,
      exists (select from flow) as has_flow
    from found`,
      Row,
    ),
  );
  // Another statement took the email in the meantime.
  if (typeof rows === "string") return { outcome: "taken" };
  const [row] = rows;
  if (row === undefined) return { outcome: "not_found" };
  if (row.banned) return { outcome: "banned" };
  if (row.taken) return { outcome: "taken" };
  const redirectTo = row.redirect_to;
  if (row.halfway) return { outcome: "halfway", redirectTo };
  if (grant.kind === "code") return { outcome: row.has_flow ? "code" : "no_flow", redirectTo };
  if (row.user === null || row.session === null) throw new Error("Bug: a token without a session");
  return { outcome: "session", user: row.user, session: row.session, redirectTo };
}
