import { type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { businesses } from "#db/schema/content.ts";
import { operatorPhotos, operators } from "#db/schema/operators.ts";

/** Operators with a profile who may act: a role can also end at the admin API. Aliases `operator` and `member`. */
export function activeOperators(): SQL {
  return sql`${operators} operator
    join ${users} member on member.id = operator.user_id and member.deleted_at is null
      and member.app_metadata->>'role' = 'ops'`;
}

export function photoOf(userId: SQL): SQL {
  return sql`(select photo.id from ${operatorPhotos} photo where photo.user_id = ${userId})`;
}

export function accountManagerOf(userId: SQL): SQL {
  return sql`(
      select jsonb_build_object('name', operator.name, 'hours', operator.hours, 'whatsApp', operator.whats_app,
        'photo', ${photoOf(sql`operator.user_id`)})
      from ${businesses} managed join ${activeOperators()} on operator.user_id = managed.account_manager_id
      where managed.user_id = ${userId}
    )`;
}
