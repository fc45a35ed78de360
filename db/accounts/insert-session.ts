import { type SQL, sql } from "drizzle-orm";
import { type AmrEntry, sessions } from "#db/schema/accounts.ts";

export type NewSession = {
  /** UUID made by the caller. */
  id: string;
  /** How the person proved who they are. */
  amr: AmrEntry[];
  aal: "aal1" | "aal2";
  factorId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The organisation's or provider's sign-in that it began with, or null. */
  provider: string | null;
  /** ISO 8601. */
  at: string;
  /** When it ends whatever is refreshed, ISO 8601, or null. */
  notAfter: string | null;
};

/**
 * The part of a verb's statement that opens a session.
 *
 * @param from where the account's id comes from, for example `from signed_in`: one session for each row of it
 */
export function insertSession(session: NewSession, from: SQL): SQL {
  return sql`insert into ${sessions} (
      id, user_id, aal, amr, factor_id, ip, user_agent, provider, not_after, created_at
    ) select
      ${session.id}::uuid, id, ${session.aal}, ${JSON.stringify(session.amr)}::jsonb, ${session.factorId}::uuid,
      ${session.ip}, ${session.userAgent}, ${session.provider}, ${session.notAfter}::timestamptz,
      ${session.at}::timestamptz
    ${from}
    returning *`;
}
