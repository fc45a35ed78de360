import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { mfaChallenges, mfaFactors } from "#db/schema/accounts.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

export type ChallengeFactor = CurrentUserIds & {
  /** An SMS code is derived from it. */
  id: string;
  factorId: string;
  ip: string;
  /** Null for authenticator apps. */
  sms: {
    codeHash: string;
    event: EventOf<"AuthSmsRequested">;
    notAskedSince: string;
  } | null;
  at: string;
  expiresAt: string;
};

const Row = z.object({ id: z.string() });

/** @returns false when factor or session are gone, or the factor was challenged after `notAskedSince` */
export async function challengeFactor(db: Db, challenge: ChallengeFactor): Promise<boolean> {
  const { sms } = challenge;
  const isDue =
    sms === null
      ? sql``
      : sql`and (last_challenged_at is null or last_challenged_at <= ${sms.notAskedSince}::timestamptz)`;
  const eventPart =
    sms === null
      ? sql``
      : sql`, event as (
      ${insertEvent(sms.event, { type: "user", id: challenge.userId }, sql`from asked`)}
    )`;
  // The condition on `last_challenged_at` closes the race of two challenges: one SMS is sent.
  const rows = await rowsOf(
    db,
    sql`with asked as (
      update ${mfaFactors} set last_challenged_at = ${challenge.at}::timestamptz
      where ${lockValidSession(challenge, challenge.at, { mayLackFactor: true })}
        and id = ${challenge.factorId}::uuid and user_id = ${challenge.userId}::uuid
        ${isDue}
      returning id, user_id
    ), written as (
      insert into ${mfaChallenges} (id, factor_id, ip, code_hash, created_at, expires_at)
      select ${challenge.id}::uuid, id, ${challenge.ip}, ${sms?.codeHash ?? null}, ${challenge.at}::timestamptz,
        ${challenge.expiresAt}::timestamptz
      from asked
      returning id
    )${eventPart}
    select id from written`,
    Row,
  );
  return rows.length === 1;
}
