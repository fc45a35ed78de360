import { eq, sql } from "drizzle-orm";
import type { Id } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { operatorPhotos, operators } from "#db/schema/operators.ts";

/** @returns false for an operator without a profile */
export async function savePhoto(
  db: Db,
  { userId, id, bytes }: { userId: string; id: Id<"photo">; bytes: Buffer },
): Promise<boolean> {
  const saved = await db
    .insert(operatorPhotos)
    .select(
      db
        .select({
          userId: operators.userId,
          id: sql<string>`${id}::text`.as("id"),
          bytes: sql<Buffer>`${bytes}::bytea`.as("bytes"),
        })
        .from(operators)
        .where(eq(operators.userId, userId)),
    )
    .onConflictDoUpdate({ target: operatorPhotos.userId, set: { id, bytes } })
    .returning({ id: operatorPhotos.id });
  return saved.length > 0;
}

export async function removePhoto(db: Db, userId: string): Promise<void> {
  await db.delete(operatorPhotos).where(eq(operatorPhotos.userId, userId));
}
