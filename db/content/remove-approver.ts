import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, businesses } from "#db/schema/content.ts";

/** Also after the last subscription ended. The approver's links go at once. */
export async function removeApprover(
  db: Db,
  { user, event }: { user: CurrentUserAt; event: EventOf<"ApproverRemoved"> },
): Promise<boolean> {
  const removed = await rowsOf(
    db,
    // The links before the approver: a decision locks them in this order.
    sql`with named as (
      select approver.id from ${approvers} approver join ${businesses} own on own.id = approver.business_id
      where own.user_id = ${user.userId}::uuid and approver.id = ${event.data.approverId}
        and ${isValidSession(user, user.at)}
    ), revoked as (
      delete from ${approvalLinks} link using named where link.approver_id = named.id returning link.id
    ), removed as (
      delete from ${approvers} approver using named
      where approver.id = named.id and (select count(*) from revoked) >= 0
      returning approver.id
    ), event as (
      ${insertEvent(event, { type: "user", id: user.userId }, sql`from removed`)}
    )
    select id from removed`,
    z.object({ id: z.string() }),
  );
  return removed.length > 0;
}
