import { sql, and, eq, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { flowStates, users } from "#db/schema/accounts.ts";
import { type NewSession, openSession, type SignedIn } from "./sessions/open-session.ts";

export function exchangeCode(
  db: Db,
  { flowId, session }: { flowId: string; session: NewSession },
): Promise<SignedIn | null> {
  // The delete closes the race of two exchanges: one gets the row, the other null.
  return openSession(
    db,
    session,
    sql`used as (
      delete from ${flowStates} where id = ${flowId}::uuid returning user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    )`,
  );
}

export type PendingFlow = typeof flowStates.$inferSelect & {
  userId: string;
  bannedUntil: string | null;
};

export async function findFlow(db: Db, authCode: string): Promise<PendingFlow | null> {
  const [found] = await db
    .select({ flow: flowStates, userId: users.id, bannedUntil: users.bannedUntil })
    .from(flowStates)
    .innerJoin(users, and(eq(users.id, flowStates.userId), isNull(users.deletedAt)))
    .where(eq(flowStates.authCode, authCode));
  if (found === undefined) return null;
  return { ...found.flow, userId: found.userId, bannedUntil: found.bannedUntil };
}

/** A PKCE challenge (RFC 7636). */
export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

export type NewMailFlow = CodeChallenge & {
  id: string;
  authenticationMethod: string;
  redirectTo: string;
  at: string;
};

export function insertMailFlow(flow: NewMailFlow | null, from: SQL): SQL {
  return sql`insert into ${flowStates} (
      id, user_id, code_challenge, code_challenge_method, authentication_method, redirect_to, created_at
    ) select
      ${flow?.id ?? null}::uuid, id, ${flow?.challenge ?? null}, ${flow?.method ?? null},
      ${flow?.authenticationMethod ?? null}, ${flow?.redirectTo ?? null}, ${flow?.at ?? null}::timestamptz
    ${from} ${flow === null ? sql`where false` : sql``}`;
}
