import { type SQL, sql } from "drizzle-orm";
import { flowStates } from "#db/schema/accounts.ts";

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
