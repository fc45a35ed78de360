import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import {
  flowStates,
  identities,
  oneTimeTokens,
  sessions,
  type TokenPurpose,
  users,
} from "#db/schema/accounts.ts";
import { Account, accountJson, SessionRow } from "../users/account.ts";
import { insertSession, type NewSession } from "../sessions/insert-session.ts";
import { IS_UNVERIFIED_IDENTITY, upsertEmailIdentity } from "../users/verified-email-sql.ts";

/** A typed code with every purpose it may serve, or a link's token. */
export type PresentedToken =
  | { by: "code"; hashes: readonly { purpose: TokenPurpose; codeHash: string }[] }
  | { by: "link"; purposes: readonly TokenPurpose[]; linkHash: string };

/** A session, or a code for the browser that started a PKCE flow. */
export type Grant =
  | { kind: "session"; session: NewSession }
  | {
      kind: "code";
      authCode: string;
      /** Of the pending flow; null for any. */
      authenticationMethod: string | null;
    };

export type RedeemToken = {
  presented: PresentedToken;
  grant: Grant;
  at: string;
};

export type RedeemedToken =
  | { outcome: "session"; user: Account; session: SessionRow; redirectTo: string }
  | { outcome: "code"; redirectTo: string }
  /** A PKCE code was requested, but no flow is pending. */
  | { outcome: "no_flow"; redirectTo: string }
  | { outcome: "banned" | "not_found" };

const Row = z.object({
  banned: z.boolean(),
  redirect_to: z.string(),
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
  has_flow: z.boolean(),
});

/**
 * Redeems a code or link that proves an email, once: confirms the email, voids all other codes
 * and opens a session. The first proof ends all earlier sessions. Recovery also removes the
 * password and every identity whose provider did not verify the email, because another person may
 * have added them. Of two redemptions at once, the second finds nothing.
 */
export async function redeemToken(db: Db, input: RedeemToken): Promise<RedeemedToken> {
  const at = sql`${input.at}::timestamptz`;
  const { grant } = input;
  const [row] = await rowsOf(
    db,
    sql`with found as (
      select token.id, token.user_id, token.purpose, token.redirect_to, coalesce(account.banned_until > ${at}, false) as banned,
        account.email_confirmed_at is null as is_first,
        account.email_confirmed_at is null and token.purpose = 'recovery' as voids
      from ${oneTimeTokens} token join ${users} account
        on account.id = token.user_id and account.deleted_at is null and account.email = token.relates_to
      where ${matchesPresentedToken(input.presented)} and token.expires_at > ${at}
      for update of token
    ), used as (
      delete from ${oneTimeTokens} token using found
      where token.user_id = found.user_id and not found.banned
    ), confirmed as (
      update ${users} account set
        email_confirmed_at = coalesce(account.email_confirmed_at, ${at}),
        user_metadata = case when account.email_confirmed_at is null
          then account.user_metadata || '{"email_verified": true}' else account.user_metadata end,
        password_hash = case when found.voids then null else account.password_hash end,
        app_metadata = case when found.voids or found.is_first and not exists (
            select from ${identities} identity where identity.user_id = account.id
          ) then account.app_metadata || jsonb_build_object(
            'provider', 'email', 'providers', to_jsonb(array['email'] || array(${keptProviders()}))
          ) else account.app_metadata end,
        last_sign_in_at = ${at},
        updated_at = ${at}
      from found where account.id = found.user_id and not found.banned
      returning account.*
    ), ended as (
      delete from ${sessions} session using found
      where session.user_id = found.user_id and found.is_first and not found.banned
    ), unclaimed as (
      delete from ${identities} identity using found
      where identity.user_id = found.user_id and found.voids and not found.banned and ${IS_UNVERIFIED_IDENTITY}
      returning identity.id
    ), proven as (
      ${upsertEmailIdentity(sql`from confirmed where ${isKnownByAddress()}`, at)}
    ), ${grantParts(grant, at)}
    select found.banned, found.redirect_to, (
        select ${accountJson(sql`confirmed`, { identities: IDENTITIES_AFTER })} from confirmed
      ) as "user",
      (select to_jsonb(session) from session) as session,
      exists (select from flow) as has_flow
    from found`,
    Row,
  );
  if (row === undefined) return { outcome: "not_found" };
  if (row.banned) return { outcome: "banned" };
  const redirectTo = row.redirect_to;
  if (grant.kind === "code") return { outcome: row.has_flow ? "code" : "no_flow", redirectTo };
  if (row.user === null || row.session === null) throw new Error("Bug: a token without a session");
  return { outcome: "session", user: row.user, session: row.session, redirectTo };
}

const IDENTITIES_AFTER = sql`(
  select * from proven union all
  select other.* from ${identities} other
  where other.id not in (select id from proven union all select id from unclaimed)
)`;

function keptProviders(): SQL {
  return sql`select distinct identity.provider from ${identities} identity
    where identity.user_id = account.id and identity.provider <> 'email' and not ${IS_UNVERIFIED_IDENTITY}`;
}

/** Whether a row of `confirmed` has its email as identity or has no identity left. */
function isKnownByAddress(): SQL {
  return sql`not exists (
      select from ${identities} identity
      where identity.user_id = confirmed.id and identity.id not in (select id from unclaimed)
    ) or exists (
      select from ${identities} identity
      where identity.user_id = confirmed.id and identity.provider = 'email'
    )`;
}

/** Condition that the row `token` matches. */
export function matchesPresentedToken(presented: PresentedToken): SQL {
  if (presented.by === "link") {
    return sql`token.link_hash = ${presented.linkHash}
      and token.purpose = any(${sql.param([...presented.purposes])}::text[])`;
  }
  const pairs = presented.hashes.map(
    ({ purpose, codeHash }) => sql`(token.purpose = ${purpose} and token.code_hash = ${codeHash})`,
  );
  return sql`(${sql.join(pairs, sql` or `)})`;
}

/**
 * CTEs `session` and `flow`, of which one applies: opens a session for each row of `confirmed`,
 * or issues the code of the pending PKCE flow.
 */
export function grantParts(grant: Grant, at: SQL): SQL {
  if (grant.kind === "session") {
    return sql`session as (
      ${insertSession(grant.session, sql`from confirmed`)}
    ), flow as (
      select where false
    )`;
  }
  return sql`session as (
      select where false
    ), flow as (
      update ${flowStates} flow set auth_code = ${grant.authCode}, auth_code_issued_at = ${at}
      from (
        select waiting.id from ${flowStates} waiting join confirmed on confirmed.id = waiting.user_id
        where waiting.auth_code is null and waiting.provider is null
          and waiting.authentication_method = coalesce(${grant.authenticationMethod}, waiting.authentication_method)
        order by waiting.created_at desc limit 1
      ) latest
      where flow.id = latest.id
      returning flow.id
    )`;
}
