import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../sessions/current-user-sql.ts";
import { addedMethods, AddedMethodRow } from "./added-methods-sql.ts";

const Row = CurrentUserState.extend({ methods: z.array(AddedMethodRow) });

/** What a user has added since then, the oldest first. */
export function listAddedMethods(
  db: Db,
  currentUser: CurrentUserIds,
  since: string,
): Promise<z.infer<typeof Row>> {
  return oneRowOf(
    db,
    sql`with account as (select * from ${users} where id = ${currentUser.userId}::uuid)
    select ${currentUserColumns(currentUser)}, coalesce((
        select jsonb_agg(jsonb_build_object('id', method.id, 'kind', method.kind, 'name', method.name, 'addedAt', method.added_at)
          order by method.added_at, method.id)
        from (${addedMethods(sql`account`)}) method where method.added_at > ${since}::timestamptz
      ), '[]') as methods`,
    Row,
  );
}
