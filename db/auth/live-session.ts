import { type SQL, sql } from "drizzle-orm";
import { sessions, users } from "#db/schema/auth.ts";
import type { CallerIds } from "./account.ts";

/**
 * Whether an access token still counts: its account is there and not shut out, and its session has not ended.
 *
 * @param at the moment, ISO 8601
 */
export function isLiveSession({ userId, sessionId }: CallerIds, at: string): SQL {
  return sql`exists (
      select from ${users} account where account.id = ${userId}::uuid and account.deleted_at is null
        and (account.banned_until is null or account.banned_until <= ${at}::timestamptz)
    ) and (${sessionId}::uuid is null or exists (
      select from ${sessions} session where session.id = ${sessionId}::uuid and session.user_id = ${userId}::uuid
    ))`;
}
