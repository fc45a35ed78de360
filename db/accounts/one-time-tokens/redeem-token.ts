import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import {
  identities,
  mfaFactors,
  oneTimeTokens,
  type TokenPurpose,
  users,
} from "#db/schema/accounts.ts";
import { accountJson } from "../users/account-row.ts";
import {
  deleteEarlierAccess,
  identitiesAfter,
  IS_UNVERIFIED_IDENTITY,
  NO_PENDING_EMAIL,
  NO_PENDING_PHONE,
  upsertEmailIdentity,
} from "../users/verified-email-sql.ts";
import {
  type Redemption,
  redemptionColumns,
  type Redeemed,
  redeemedOf,
  redemptionParts,
  RedemptionRow,
} from "./redemption-sql.ts";

/** A typed code with every purpose it may serve, or a link's token. */
export type PresentedToken =
  | { kind: "code"; hashes: readonly { purpose: TokenPurpose; codeHash: string }[] }
  | { kind: "link"; purposes: readonly TokenPurpose[]; linkHash: string };

export type RedeemToken = {
  presented: PresentedToken;
  redemption: Redemption;
  at: string;
};

type RedeemedToken = Redeemed | { outcome: "banned" | "not_found" };

const Row = RedemptionRow.extend({ banned: z.boolean() });

/**
 * Confirms the email, voids all codes with the changes that wait for them, and opens a session. The first proof removes earlier sessions, passkeys and
 * factors; by recovery also password and unverified identities, which another person may have added.
 */
export async function redeemToken(db: Db, input: RedeemToken): Promise<RedeemedToken> {
  const at = sql`${input.at}::timestamptz`;
  const { redemption } = input;
  // `for update of token` closes the race of two redemptions: the second waits and finds no token.
  const [row] = await rowsOf(db, Row)`with found as (
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
      ${NO_PENDING_EMAIL}, ${NO_PENDING_PHONE},
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
  ), first_proven as (
    select user_id from found where is_first and not banned
  ), ${sql.join(deleteEarlierAccess(sql`select user_id from first_proven`), sql`, `)}, unclaimed as (
    delete from ${identities} identity using found
    where identity.user_id = found.user_id and found.voids and not found.banned and ${IS_UNVERIFIED_IDENTITY}
    returning identity.id
  ), proven as (
    ${upsertEmailIdentity(sql`from confirmed where ${isKnownByAddress()}`, at)}
  ), ${redemptionParts(redemption, at)}
  select found.banned, ${redemptionColumns(
    accountJson(sql`confirmed`, {
      identities: identitiesAfter([sql`proven`], [sql`unclaimed`]),
      factors: sql`(select * from ${mfaFactors} where user_id not in (select user_id from first_proven))`,
    }),
  )}
  from found`;
  if (row === undefined) return { outcome: "not_found" };
  return row.banned ? { outcome: "banned" } : redeemedOf(redemption, row);
}

function keptProviders(): SQL {
  return sql`select distinct identity.provider from ${identities} identity
    where identity.user_id = account.id and identity.provider <> 'email' and not ${IS_UNVERIFIED_IDENTITY}`;
}

function isKnownByAddress(): SQL {
  return sql`not exists (
      select from ${identities} identity
      where identity.user_id = confirmed.id and identity.id not in (select id from unclaimed)
    ) or exists (
      select from ${identities} identity
      where identity.user_id = confirmed.id and identity.provider = 'email'
    )`;
}

/** Condition on the row `token`. */
export function matchesPresentedToken(presented: PresentedToken): SQL {
  if (presented.kind === "link") {
    return sql`token.link_hash = ${presented.linkHash}
      and token.purpose = any(${sql.param([...presented.purposes])}::text[])`;
  }
  const pairs = presented.hashes.map(
    ({ purpose, codeHash }) => sql`(token.purpose = ${purpose} and token.code_hash = ${codeHash})`,
  );
  return sql`(${sql.join(pairs, sql` or `)})`;
}
