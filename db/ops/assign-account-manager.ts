import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { activeOperators } from "#db/accounts/account-manager-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses } from "#db/schema/content.ts";

/** `refused`: the account is gone, or the operator may not act any more. */
type AssignOutcome = "assigned" | "unchanged" | "refused";

export async function assignAccountManager(
  db: Db,
  { newBusinessId, event }: { newBusinessId: string; event: EventOf<"AccountManagerAssigned"> },
): Promise<AssignOutcome> {
  const { userId, managerId } = event.data;
  const { isAllowed, isChanged } = await oneRowOf(
    db,
    sql`with customer as (
      select id from ${users} where id = ${userId}::uuid and deleted_at is null and (
        ${managerId}::uuid is null
        or exists (select from ${activeOperators()} where operator.user_id = ${managerId}::uuid)
      )
    ), changed as (
      insert into ${businesses} as own (id, user_id, account_manager_id, created_at)
      select ${newBusinessId}, customer.id, ${managerId}::uuid, ${event.occurredAt}::timestamptz from customer
      on conflict (user_id) do update set account_manager_id = excluded.account_manager_id
        where own.account_manager_id is distinct from excluded.account_manager_id
      returning own.id
    ), event as (
      ${insertEvent(event, { type: "user", id: userId }, sql`from changed`)}
    )
    select exists (select from customer) as is_allowed, exists (select from changed) as is_changed`,
    z.object({ isAllowed: z.boolean(), isChanged: z.boolean() }),
  );
  if (!isAllowed) return "refused";
  return isChanged ? "assigned" : "unchanged";
}
