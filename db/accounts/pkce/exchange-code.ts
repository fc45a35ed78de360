import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { flowStates, users } from "#db/schema/accounts.ts";
import { Account, accountJson, SessionRow } from "../users/account.ts";
import { insertSession, type NewSession } from "../sessions/insert-session.ts";

const PendingIdentity = z.object({
  subject: z.string(),
  email: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});

const PendingFlow = z.object({
  id: z.string(),
  code_challenge: z.nullable(z.string()),
  code_challenge_method: z.nullable(z.enum(["s256", "plain"])),
  authentication_method: z.string(),
  provider: z.nullable(z.string()),
  /** The OAuth provider's tokens, encrypted. */
  provider_tokens: z.nullable(z.string()),
  created_at: Timestamp,
  auth_code_issued_at: z.nullable(Timestamp),
  /** The identity to link; null for sign-ins. */
  pending_identity: z.nullable(PendingIdentity),
  user_id: z.string(),
  redirect_to: z.string(),
  banned_until: z.nullable(Timestamp),
});
export type PendingFlow = z.infer<typeof PendingFlow>;

export async function findFlow(db: Db, authCode: string): Promise<PendingFlow | null> {
  const [flow] = await rowsOf(
    db,
    sql`select flow.id, flow.code_challenge, flow.code_challenge_method, flow.authentication_method,
        flow.provider, flow.provider_tokens, flow.created_at, flow.auth_code_issued_at, flow.pending_identity,
        flow.user_id, flow.redirect_to, account.banned_until
      from ${flowStates} flow join ${users} account on account.id = flow.user_id and account.deleted_at is null
      where flow.auth_code = ${authCode}`,
    PendingFlow,
  );
  return flow ?? null;
}

const SignedIn = z.object({ user: Account, session: SessionRow });

/**
 * Exchanges a PKCE code for a session, once.
 *
 * @returns null when another request was first
 */
export async function exchangeCode(
  db: Db,
  input: { flowId: string; session: NewSession },
): Promise<z.infer<typeof SignedIn> | null> {
  const [row] = await rowsOf(
    db,
    sql`with used as (
      delete from ${flowStates} where id = ${input.flowId}::uuid returning user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${input.session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    ), session as (
      ${insertSession(input.session, sql`from signed_in`)}
    )
    select ${accountJson(sql`signed_in`)} as "user", (select to_jsonb(session) from session) as session
    from signed_in`,
    SignedIn,
  );
  return row ?? null;
}
