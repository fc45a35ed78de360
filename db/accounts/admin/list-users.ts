import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";

const Row = z.object({ total: z.int(), users: z.array(Account) });

/** Newest first. */
export function listUsers(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ users: Account[]; total: number }> {
  return oneRowOf(
    db,
    sql`with page as (
      select * from ${users} order by created_at desc, id limit ${page.limit}::int offset ${page.offset}::bigint
    )
    select (select count(*)::int from ${users}) as total, coalesce((
      select jsonb_agg(${accountJson(sql`page`)} order by page.created_at desc, page.id) from page
    ), '[]') as users`,
    Row,
  );
}
