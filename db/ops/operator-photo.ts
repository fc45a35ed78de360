import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { operatorPhotos, operators } from "#db/schema/operators.ts";
import { insertOpsAction } from "./ops-action-sql.ts";

/** @returns false for an operator without a profile */
export async function savePhoto(
  db: Db,
  { userId, id, bytes, by }: { userId: string; id: Id<"photo">; bytes: Buffer; by: string },
): Promise<boolean> {
  const saved = await rowsOf(
    db,
    sql`with saved as (
      insert into ${operatorPhotos} (user_id, id, bytes)
      select operator.user_id, ${id}, ${bytes}::bytea from ${operators} operator
      where operator.user_id = ${userId}::uuid
      on conflict (user_id) do update set id = excluded.id, bytes = excluded.bytes
      returning user_id
    ) ${insertOpsAction(photoAction("operator.photo_saved", userId, by), sql`from saved`)} returning id`,
    z.object({ id: z.coerce.number() }),
  );
  return saved.length > 0;
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
