import { type SQL, sql } from "drizzle-orm";
import { type AmrEntry, sessions } from "#db/schema/accounts.ts";
import type { NoticeEvent } from "../insert-security-notice.ts";

export type NewSession = {
  id: string;
  amr: AmrEntry[];
  aal: "aal1" | "aal2";
  factorId: string | null;
  ip: string | null;
  userAgent: string | null;
  provider: string | null;
  at: string;
  /** Ends the session in spite of refreshes. */
  notAfter: string | null;
  /** Written for a new device or network. */
  notice: NoticeEvent;
};

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
