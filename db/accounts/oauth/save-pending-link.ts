import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { flowStates, type PendingIdentity, sessions } from "#db/schema/accounts.ts";
import type { NewAuthCode } from "./sign-in-with-identity.ts";

type NewPendingLink = NewAuthCode & {
  provider: string;
  link: { userId: string; sessionId: string };
  identity: PendingIdentity;
  at: string;
};

/** @returns false when the session that started the link has ended */
export async function savePendingLink(db: Db, pending: NewPendingLink): Promise<boolean> {
  const { link, identity } = pending;
  const at = sql`${pending.at}::timestamptz`;
  // `for key share` closes the race with a sign-out: it waits, and then deletes this row too.
  const saved = await rowsOf(
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
  return saved.length > 0;
}
