import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";

const Row = z.object({ total: z.int(), users: z.array(Account) });

type UserList = {
  limit: number;
  offset: number;
  /** Part of an email or of a full name; empty for all. */
  filter: string;
  isOldestFirst: boolean;
};

export function listUsers(db: Db, { limit, offset, filter, isOldestFirst }: UserList) {
  const direction = isOldestFirst ? sql`asc` : sql`desc`;
  const isFound = sql`(${filter} = '' or position(lower(${filter}) in account.email) > 0
    or position(lower(${filter}) in lower(account.user_metadata->>'full_name')) > 0)`;
  return oneRowOf(db, Row)`with page as (
    select account.* from ${users} account where ${isFound}
    order by created_at ${direction}, id limit ${limit}::int offset ${offset}::bigint
  )
  select (select count(*)::int from ${users} account where ${isFound}) as total, coalesce((
    select jsonb_agg(${accountJson(sql`page`)} order by page.created_at ${direction}, page.id) from page
  ), '[]') as users`;
}
