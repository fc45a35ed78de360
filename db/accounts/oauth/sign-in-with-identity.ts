import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { insertToken, type NewToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import { type Db, findRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import {
  flowStates,
  identities,
  type Metadata,
  mfaFactors,
  oneTimeTokens,
  users,
} from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CodeChallenge } from "../pkce-flows.ts";
import { SessionRow } from "../sessions/current-user-sql.ts";
import { type NewSession, sessionParts, signedInColumns } from "../sessions/open-session.ts";
import { Account } from "../users/account-row.ts";
import {
  insertAccount,
  insertIdentity,
  type NewAccount,
  type NewIdentity,
} from "../users/insert-account.ts";
import { uniqueViolation } from "../users/unique-violation.ts";
import { deleteEarlierAccess } from "../users/verified-email-sql.ts";

export type IdentityOwner =
  | { kind: "new"; account: NewAccount; created: EventOf<"AccountCreated"> }
  | {
      kind: "known";
      userId: string;
      /** Optimistic lock: the email and its proof when the account was read. */
      seen: { email: string | null; isConfirmed: boolean };
      confirms: boolean;
      /** Removes password, sessions, codes, factors and other identities, because a stranger may have added them. */
      resets: boolean;
      userMetadata: Metadata;
      appMetadata: Metadata;
    }
  | {
      kind: "link";
      userId: string;
      email: string | null;
      appMetadata: Metadata;
      /** The flow to use up; null when the link needs no code. */
      flowId: string | null;
    };

export type NewAuthCode = CodeChallenge & {
  id: string;
  authCode: string;
  authenticationMethod: string;
  provider: string | null;
  redirectTo: string;
  /** The tokens of the OAuth provider, encrypted. Decrypting them needs `id`. */
  providerTokens: string;
};

export type SignInResponse =
  | { kind: "session"; session: NewSession }
  | { kind: "code"; exchange: NewAuthCode }
  | {
      kind: "mail";
      token: NewToken;
      mail: EventOf<"AuthMailRequested">;
      frequencyS: number;
    };

export type SignInWithIdentity = {
  owner: IdentityOwner;
  identity: NewIdentity;
  signInResponse: SignInResponse;
  /** Written for an identity that an account gets. */
  notice: NoticeEvent;
  at: string;
};

const SignInResult = z.object({
  user: Account,
  session: z.nullable(SessionRow),
  written: z.array(z.string()),
});
export type SignInResult = z.infer<typeof SignInResult>;

/** @returns null, with nothing written, when email or identity are taken, the account has changed or the flow was used */
export async function signInWithIdentity(
  db: Db,
  input: SignInWithIdentity,
): Promise<SignInResult | null> {
  const { owner, identity, signInResponse } = input;
  const at = sql`${input.at}::timestamptz`;
  const userId = sql`${owner.kind === "new" ? owner.account.id : owner.userId}::uuid`;
  const resets = owner.kind === "known" && owner.resets;
  const parts = [
    ...(usesFlow(owner)
      ? [sql`used as (delete from ${flowStates} where id = ${owner.flowId}::uuid returning id)`]
      : []),
    sql`account as (${accountPart(owner, signInResponse, at)})`,
    sql`identity as (${identityPart(owner, identity)})`,
    // Empty, so that the rest writes nothing, when the identity belongs to another account.
    sql`entered as (select account.id from account join identity on identity.user_id = account.id)`,
    ...(resets ? resetParts(identity) : []),
    signInResponse.kind === "session"
      ? sessionParts(signInResponse.session, sql`from entered`)
      : sql`session as (select where false)`,
    sql`identity_notice as (${identityNoticePart(input)})`,
    ...(signInResponse.kind === "code"
      ? [sql`exchange as (${exchangePart(signInResponse.exchange, at)})`]
      : []),
    ...eventParts(owner, signInResponse),
  ];
  const after = sql`(
    select * from identity union all
    select other.* from ${identities} other where not ${resets}::boolean and other.user_id = ${userId}
      and other.id not in (select id from identity)
  )`;
  const factorsAfter = sql`(select * from ${mfaFactors} where not ${resets}::boolean)`;
  try {
    return await findRowOf(db, SignInResult)`with ${sql.join(parts, sql`, `)}
    select ${signedInColumns(sql`account`, { identities: after, factors: factorsAfter })},
      ${writtenEvents(owner, signInResponse)} as written
    from account join entered on entered.id = account.id`;
  } catch (error) {
    if (uniqueViolation(error) !== null) return null;
    throw error;
  }
}

function accountPart(owner: IdentityOwner, signInResponse: SignInResponse, at: SQL): SQL {
  if (owner.kind === "new") {
    const signedInAt = signInResponse.kind === "session" ? signInResponse.session.at : null;
    return insertAccount(owner.account, sql``, signedInAt);
  }
  const signInAssignments = sql`
    last_sign_in_at = case when ${signInResponse.kind === "session"}::boolean then ${at} else account.last_sign_in_at end,
    app_metadata = account.app_metadata || ${JSON.stringify(owner.appMetadata)}::jsonb,
    updated_at = ${at}`;
  const isOwner = sql`account.id = ${owner.userId}::uuid and account.deleted_at is null`;
  if (owner.kind === "link") {
    const isFlowUsed = usesFlow(owner) ? sql`exists (select from used)` : sql`true`;
    return sql`update ${users} account set ${signInAssignments},
        email = coalesce(account.email, ${owner.email}),
        email_confirmed_at = case when account.email is null and ${owner.email}::text is not null
          then ${at} else account.email_confirmed_at end,
        is_anonymous = false
      where ${isOwner} and ${isFlowUsed} returning account.*`;
  }
  const metadata = sql`${JSON.stringify(owner.userMetadata)}::jsonb`;
  const reset = sql`,
    password_hash = null, phone = null, phone_confirmed_at = null, new_phone = null, new_email = null,
    email_change_halfway = false`;
  return sql`update ${users} account set ${signInAssignments},
      user_metadata = ${owner.resets ? metadata : sql`account.user_metadata || ${metadata}`},
      email_confirmed_at = ${owner.confirms ? sql`coalesce(account.email_confirmed_at, ${at})` : sql`account.email_confirmed_at`},
      confirmation_sent_at = ${sentAt(signInResponse, at)}
      ${owner.resets ? reset : sql``}
    where ${isOwner} and account.email is not distinct from ${owner.seen.email}
      and (account.email_confirmed_at is not null) = ${owner.seen.isConfirmed}::boolean
    returning account.*`;
}

function usesFlow(owner: IdentityOwner): owner is IdentityOwner & { kind: "link"; flowId: string } {
  return owner.kind === "link" && owner.flowId !== null;
}

function sentAt(signInResponse: SignInResponse, at: SQL): SQL {
  if (signInResponse.kind !== "mail") return sql`account.confirmation_sent_at`;
  return sql`case when account.confirmation_sent_at > ${at} - ${signInResponse.frequencyS}::int * interval '1 second'
    then account.confirmation_sent_at else ${at} end`;
}

function identityPart(owner: IdentityOwner, identity: NewIdentity): SQL {
  const from = sql`from account`;
  // A new account and a new link fail as a whole when the identity is taken.
  if (owner.kind !== "known") return insertIdentity(identity, from);
  return insertIdentity(
    identity,
    from,
    sql`on conflict (provider, provider_id) do update set
      identity_data = excluded.identity_data, email = excluded.email,
      last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at
    where identity.user_id = excluded.user_id`,
  );
}

/** A new account gets no notice: its first mail says so. An identity that has to be proven is not added yet. */
function identityNoticePart({ owner, identity, signInResponse, notice }: SignInWithIdentity): SQL {
  const isAdded = owner.kind !== "new" && signInResponse.kind !== "mail";
  return insertSecurityNotice(
    notice,
    "identity-added",
    sql`from identity where user_id in (select id from entered) and ${isAdded}::boolean and not exists (
      select from ${identities} before
      where before.provider = ${identity.provider} and before.provider_id = ${identity.providerId}
    )`,
    { subject: true },
  );
}

function resetParts({ provider, providerId }: NewIdentity): SQL[] {
  const isTheirs = sql`user_id in (select id from entered)`;
  return [
    sql`other_identities as (
      delete from ${identities} where ${isTheirs}
        and (provider, provider_id) <> (${provider}, ${providerId})
    )`,
    ...deleteEarlierAccess(sql`select id from entered`),
    sql`tokens as (delete from ${oneTimeTokens} where ${isTheirs})`,
    sql`flows as (delete from ${flowStates} where ${isTheirs})`,
  ];
}

function exchangePart(exchange: NewAuthCode, at: SQL): SQL {
  return sql`insert into ${flowStates} (
      id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, provider, redirect_to,
      provider_tokens, auth_code_issued_at, created_at
    ) select
      ${exchange.id}::uuid, id, ${exchange.authCode}, ${exchange.challenge}, ${exchange.method},
      ${exchange.authenticationMethod}, ${exchange.provider}, ${exchange.redirectTo}, ${exchange.providerTokens},
      ${at}, ${at}
    from entered`;
}

function eventParts(owner: IdentityOwner, signInResponse: SignInResponse): SQL[] {
  const aggregate = { type: "user", id: sql`id::text` } as const;
  const parts: SQL[] = [];
  if (owner.kind === "new") {
    const event = insertEvent(owner.created, aggregate, sql`from entered`);
    parts.push(sql`created_event as (${event} returning id)`);
  }
  if (signInResponse.kind === "mail") {
    parts.push(
      sql`due as (
        select entered.id from entered join account on account.id = entered.id
        where account.confirmation_sent_at = ${signInResponse.token.at}::timestamptz
      )`,
      sql`token as (${insertToken(signInResponse.token, sql`from due`)})`,
      sql`mail_event as (${insertEvent(signInResponse.mail, aggregate, sql`from due`)} returning id)`,
    );
  }
  return parts;
}

function writtenEvents(owner: IdentityOwner, signInResponse: SignInResponse): SQL {
  const written = [
    ...(owner.kind === "new" ? [sql`select id from created_event`] : []),
    ...(signInResponse.kind === "mail" ? [sql`select id from mail_event`] : []),
  ];
  if (written.length === 0) return sql`array[]::text[]`;
  return sql`array(${sql.join(written, sql` union all `)})`;
}
