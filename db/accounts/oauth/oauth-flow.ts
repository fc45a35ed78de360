import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { flowStates, type PendingIdentity, sessions } from "#db/schema/accounts.ts";
import type { NewAuthCode } from "./sign-in-with-identity.ts";
import type { CodeChallenge } from "../pkce/insert-flow.ts";

/** An OAuth authorization that a browser starts. */
export type NewOAuthFlow = {
  /** UUID made by the edge; the OAuth `state`. */
  id: string;
  provider: string;
  /** The `amr` entry of the session. */
  authenticationMethod: string;
  /** Null in the implicit flow. */
  challenge: CodeChallenge | null;
  redirectTo: string;
  nonce: string;
  /** The PKCE verifier that we send to the provider for its tokens. */
  verifier: string;
  /** The user who links an identity and their session; null for sign-ins. */
  link: { userId: string; sessionId: string } | null;
  at: string;
};

export async function insertOAuthFlow(db: Db, flow: NewOAuthFlow): Promise<void> {
  await db.execute(sql`insert into ${flowStates} (
      id, provider, authentication_method, code_challenge, code_challenge_method, redirect_to, provider_nonce,
      provider_verifier, link_user_id, link_session_id, created_at
    ) values (
      ${flow.id}::uuid, ${flow.provider}, ${flow.authenticationMethod}, ${flow.challenge?.challenge ?? null},
      ${flow.challenge?.method ?? null}, ${flow.redirectTo}, ${flow.nonce}, ${flow.verifier},
      ${flow.link?.userId ?? null}::uuid, ${flow.link?.sessionId ?? null}::uuid, ${flow.at}::timestamptz
    )`);
}

const OAuthFlow = z.object({
  id: z.string(),
  provider: z.string(),
  authentication_method: z.string(),
  code_challenge: z.nullable(z.string()),
  code_challenge_method: z.nullable(z.enum(["s256", "plain"])),
  redirect_to: z.string(),
  provider_nonce: z.string(),
  provider_verifier: z.string(),
  link_user_id: z.nullable(z.string()),
  link_session_id: z.nullable(z.string()),
  created_at: Timestamp,
});
export type OAuthFlow = z.infer<typeof OAuthFlow>;

/** Redeems an OAuth `state`, once: a second callback finds nothing. */
export async function redeemOAuthFlow(db: Db, id: string): Promise<OAuthFlow | null> {
  const [flow] = await rowsOf(
    db,
    sql`delete from ${flowStates} where id = ${id}::uuid and provider_verifier is not null returning *`,
    OAuthFlow,
  );
  return flow ?? null;
}

export type NewPendingLink = NewAuthCode & {
  provider: string;
  link: { userId: string; sessionId: string };
  identity: PendingIdentity;
  at: string;
};

/**
 * Stores an identity until the browser exchanges its code.
 *
 * @returns false when the session that started the link has ended
 */
export async function savePendingLink(db: Db, pending: NewPendingLink): Promise<boolean> {
  const { link, identity } = pending;
  const at = sql`${pending.at}::timestamptz`;
  const kept = await rowsOf(
    db,
    sql`insert into ${flowStates} (
      id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, provider, redirect_to,
      provider_tokens, link_user_id, link_session_id, pending_identity, auth_code_issued_at, created_at
    ) select
      ${pending.id}::uuid, session.user_id, ${pending.authCode}, ${pending.challenge}, ${pending.method},
      ${pending.authenticationMethod}, ${pending.provider}, ${pending.redirectTo}, ${pending.providerTokens},
      session.user_id, session.id, ${JSON.stringify(identity)}::jsonb, ${at}, ${at}
    from ${sessions} session
    where session.id = ${link.sessionId}::uuid and session.user_id = ${link.userId}::uuid
    for key share
    returning id`,
    z.object({ id: z.string() }),
  );
  return kept.length > 0;
}
