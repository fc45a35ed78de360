import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Db, hasRow } from "../../client.ts";
import {
  flowStates,
  type PendingIdentity,
  redeemedIdTokens,
  sessions,
} from "../../schema/accounts.ts";
import type { NewAuthCode } from "./sign-in-with-identity.ts";

/** @param flow.id the OAuth `state` */
export async function insertOAuthFlow(db: Db, flow: typeof flowStates.$inferInsert): Promise<void> {
  await db.insert(flowStates).values(flow);
}

export type OAuthFlow = typeof flowStates.$inferSelect & {
  provider: string;
  providerNonce: string;
  providerVerifier: string;
};

/** Deletes the flow, so that a second callback finds nothing. */
export async function redeemOAuthFlow(db: Db, id: string): Promise<OAuthFlow | null> {
  const [flow] = await db
    .delete(flowStates)
    .where(and(eq(flowStates.id, id), isNotNull(flowStates.providerVerifier)))
    .returning();
  if (flow === undefined) return null;
  const { provider, providerNonce, providerVerifier } = flow;
  if (provider === null || providerNonce === null || providerVerifier === null) {
    throw new Error("Bug: an OAuth flow without provider, nonce or verifier");
  }
  return { ...flow, provider, providerNonce, providerVerifier };
}

/** @returns false when it was redeemed before */
export async function redeemIdToken(
  db: Db,
  token: typeof redeemedIdTokens.$inferInsert,
): Promise<boolean> {
  const inserted = await db
    .insert(redeemedIdTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ id: redeemedIdTokens.id });
  return inserted.length > 0;
}

type NewPendingLink = NewAuthCode & {
  provider: string;
  link: { userId: string; sessionId: string };
  identity: PendingIdentity;
  at: string;
};

/** @returns false when the session that started the link has ended */
export function savePendingLink(db: Db, pending: NewPendingLink): Promise<boolean> {
  const { link, identity } = pending;
  const at = sql`${pending.at}::timestamptz`;
  // `for key share` closes the race with a sign-out: it waits, and then deletes this row too.
  return hasRow(db)`insert into ${flowStates} (
    id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, provider, redirect_to,
    provider_tokens, link_user_id, link_session_id, pending_identity, auth_code_issued_at, created_at
  ) select
    ${pending.id}::uuid, session.user_id, ${pending.authCode}, ${pending.challenge}, ${pending.method},
    ${pending.authenticationMethod}, ${pending.provider}, ${pending.redirectTo}, ${pending.providerTokens},
    session.user_id, session.id, ${JSON.stringify(identity)}::jsonb, ${at}, ${at}
  from ${sessions} session
  where session.id = ${link.sessionId}::uuid and session.user_id = ${link.userId}::uuid
  for key share
  returning id`;
}
