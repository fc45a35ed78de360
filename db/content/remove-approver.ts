import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { UserQuery } from "#db/billing/user-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { approvers, businesses } from "#db/schema/content.ts";

/** Also after the last subscription ended. @returns false when the user has no such approver */
export async function removeApprover(
  db: Db,
  { user, event }: { user: UserQuery; event: EventOf<"ApproverRemoved"> },
): Promise<boolean> {
  const removed = await rowsOf(
    db,
    sql`with removed as (
      delete from ${approvers} approver using ${businesses} own
      where own.user_id = ${user.userId}::uuid and approver.business_id = own.id
        and approver.id = ${event.data.approverId} and ${isValidSession(user, user.at)}
      returning approver.id
    ), event as (
      ${insertEvent(event, { type: "user", id: user.userId }, sql`from removed`)}
    )
    select id from removed`,
    z.object({ id: z.string() }),
  );
  return removed.length > 0;
}
