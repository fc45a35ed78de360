import { sql } from "drizzle-orm";
import * as z from "zod";
import type { AddApproverRequest } from "#contracts/api/content/brief.ts";
import { APPROVERS_MAX } from "#contracts/content/brief-answers.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, findValueOf, hasRow, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, businesses } from "#db/schema/content.ts";
import { mayChangeBrief } from "./in-service-sql.ts";
import { ensureBusiness } from "./post-owner.ts";

type AddApprover = {
  user: CurrentUserAt;
  newBusinessId: string;
  approver: AddApproverRequest;
  event: EventOf<"ApproverAdded">;
};

/** `known`: the address is one already. Two at once may pass the limit by one. */
export async function addApprover(
  db: Db,
  { user, newBusinessId, approver, event }: AddApprover,
): Promise<"added" | "known" | "full" | "refused"> {
  const at = sql`${user.at}::timestamptz`;
  const { mayChange, isKnown, isFull, isAdded } = await oneRowOf(
    db,
    z.object({
      mayChange: z.boolean(),
      isKnown: z.boolean(),
      isFull: z.boolean(),
      isAdded: z.boolean(),
    }),
  )`with allowed as (select ${mayChangeBrief(user)} as may_change),
  business as (
    ${ensureBusiness({ newBusinessId, userId: user.userId, enquiryId: null, at: user.at }, sql`(select may_change from allowed)`)}
  ), named as (
    select approver.email from ${approvers} approver join business on business.id = approver.business_id
  ), added as (
    insert into ${approvers} (id, business_id, email, name, created_at)
    select ${event.data.approverId}, business.id, ${approver.email}, ${approver.name}, ${at} from business
    where (select count(*) from named) < ${APPROVERS_MAX}::int
    on conflict do nothing
    returning id
  ), event as (
    ${insertEvent(event, { type: "user", id: user.userId }, sql`from added`)}
  )
  select may_change, exists (select from named where email = ${approver.email}) as is_known,
    (select count(*) from named) >= ${APPROVERS_MAX}::int as is_full, exists (select from added) as is_added
  from allowed`;
  if (!mayChange) return "refused";
  if (isAdded) return "added";
  return isFull && !isKnown ? "full" : "known";
}

/**
 * Removes an approver and their links. A user may do so after the last subscription has ended, too.
 *
 * @param user null: the approver, by the link of an email
 */
export function removeApprover(
  db: Db,
  { user, event }: { user: CurrentUserAt | null; event: EventOf<"ApproverRemoved"> },
): Promise<boolean> {
  const { approverId, userId } = event.data;
  // The links before the approver: a decision locks them in this order.
  return hasRow(db)`with named as (
    select approver.id from ${approvers} approver join ${businesses} business on business.id = approver.business_id
    where business.user_id = ${userId}::uuid and approver.id = ${approverId}
      and ${user === null ? sql`true` : isValidSession(user, user.at)}
  ), revoked as (
    delete from ${approvalLinks} link using named where link.approver_id = named.id returning link.id
  ), removed as (
    delete from ${approvers} approver using named
    where approver.id = named.id and (select count(*) from revoked) >= 0
    returning approver.id
  ), event as (
    ${insertEvent(event, { type: "user", id: userId }, sql`from removed`)}
  )
  select id from removed`;
}

/** @returns null for an unknown or removed approver */
export function findApproverOwner(db: Db, approverId: string): Promise<string | null> {
  return findValueOf(db, z.nullable(z.string()))`select business.user_id from ${approvers} approver
  join ${businesses} business on business.id = approver.business_id where approver.id = ${approverId}`;
}
