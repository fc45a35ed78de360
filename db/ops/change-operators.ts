import { sql } from "drizzle-orm";
import * as z from "zod";
import type { OperatorProfile } from "#contracts/api/content/account-manager.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Id } from "#contracts/ids.ts";
import { activeOperators } from "../accounts/account-manager-sql.ts";
import { type Db, oneRowOf, hasRow } from "../client.ts";
import { insertEvent } from "../events/insert-event.ts";
import { users } from "../schema/accounts.ts";
import { businesses } from "../schema/content.ts";
import { operatorPhotos, operators } from "../schema/operators.ts";
import { insertOpsAction, recordOpsAction } from "./record-actions.ts";

/** `refused`: the account was deleted, or the operator became a viewer or left. */
type AssignOutcome = "assigned" | "unchanged" | "refused";

export async function assignAccountManager(
  db: Db,
  { newBusinessId, event }: { newBusinessId: string; event: EventOf<"AccountManagerAssigned"> },
): Promise<AssignOutcome> {
  const { userId, managerId } = event.data;
  const { isAllowed, isChanged } = await oneRowOf(
    db,
    z.object({ isAllowed: z.boolean(), isChanged: z.boolean() }),
  )`with customer as (
    select id from ${users} where id = ${userId}::uuid and deleted_at is null and (
      ${managerId}::uuid is null
      or exists (select from ${activeOperators()} where operator.user_id = ${managerId}::uuid)
    ) for key share
  ), changed as (
    insert into ${businesses} as business (id, user_id, account_manager_id, created_at)
    select ${newBusinessId}, customer.id, ${managerId}::uuid, ${event.occurredAt}::timestamptz from customer
    on conflict (user_id) do update set account_manager_id = excluded.account_manager_id
      where business.account_manager_id is distinct from excluded.account_manager_id
    returning business.id
  ), event as (
    ${insertEvent(event, { type: "user", id: userId }, sql`from changed`)}
  )
  select exists (select from customer) as is_allowed, exists (select from changed) as is_changed`;
  if (!isAllowed) return "refused";
  return isChanged ? "assigned" : "unchanged";
}

/** @param input.by the operator's name at the console, which they cannot choose */
export async function saveOperatorProfile(
  db: Db,
  { userId, profile, by, at }: { userId: string; profile: OperatorProfile; by: string; at: string },
): Promise<void> {
  const row = { ...profile, savedAt: at };
  await db.transaction(async (tx) => {
    await tx
      .insert(operators)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: operators.userId, set: row });
    const subject = { type: "user", id: userId };
    await recordOpsAction(tx, { action: "operator.profile_saved", by, subject });
  });
}

/** @returns false for an operator without a profile */
export function savePhoto(
  db: Db,
  { userId, id, bytes, by }: { userId: string; id: Id<"photo">; bytes: Buffer; by: string },
): Promise<boolean> {
  return hasRow(db)`with saved as (
    insert into ${operatorPhotos} (user_id, id, bytes)
    select operator.user_id, ${id}, ${bytes}::bytea from ${operators} operator
    where operator.user_id = ${userId}::uuid
    on conflict (user_id) do update set id = excluded.id, bytes = excluded.bytes
    returning user_id
  ) ${insertOpsAction(photoAction("operator.photo_saved", userId, by), sql`from saved`)} returning id`;
}

export async function removePhoto(db: Db, userId: string, by: string): Promise<void> {
  await db.execute(sql`with removed as (
      delete from ${operatorPhotos} where user_id = ${userId}::uuid returning user_id
    ) ${insertOpsAction(photoAction("operator.photo_removed", userId, by), sql`from removed`)}`);
}

const photoAction = (action: string, userId: string, by: string) => ({
  action,
  by,
  subject: { type: "user", id: userId },
});
