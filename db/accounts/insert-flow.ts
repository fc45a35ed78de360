import { type SQL, sql } from "drizzle-orm";
import { flowStates } from "#db/schema/accounts.ts";

/** What a browser proves later on with the verifier that it kept. */
export type CodeChallenge = { challenge: string; method: "s256" | "plain" };

/** A sign-in by mail whose link leads back to the browser that asked for it. */
export type NewMailFlow = CodeChallenge & {
  /** UUID made by the caller. */
  id: string;
  /** What the session's amr will say. */
  authenticationMethod: string;
  redirectTo: string;
  /** ISO 8601. */
  at: string;
};

/**
 * The part of a verb's statement that remembers a browser's challenge.
 *
 * @param flow null where the browser sent none: nothing is written then
 * @param from where the account's id comes from, for example `from due`
 */
export function insertMailFlow(flow: NewMailFlow | null, from: SQL): SQL {
  return sql`insert into ${flowStates} (
      id, user_id, code_challenge, code_challenge_method, authentication_method, redirect_to, created_at
    ) select
      ${flow?.id ?? null}::uuid, id, ${flow?.challenge ?? null}, ${flow?.method ?? null},
      ${flow?.authenticationMethod ?? null}, ${flow?.redirectTo ?? null}, ${flow?.at ?? null}::timestamptz
    ${from} ${flow === null ? sql`where false` : sql``}`;
}
