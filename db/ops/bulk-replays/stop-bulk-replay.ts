import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, bulkReplays } from "#db/schema/events.ts";

/** Stops a bulk replay after the running batch; one that has ended stays as it is. */
export async function stopBulkReplay(
  db: Db,
  { id, stoppedBy }: { id: string; stoppedBy: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const stopped = await tx
      .update(bulkReplays)
      .set({ stoppedBy, endedAt: sql`now()` })
      .where(and(eq(bulkReplays.id, id), isNull(bulkReplays.endedAt)))
      .returning();
    if (stopped.length === 0) return;
    await tx.insert(auditLog).values({
      action: "bulk_replay.stopped",
      actor: { kind: "ops", name: stoppedBy },
      subjectType: "bulk_replay",
      subjectId: id,
      data: {},
      at: sql`now()`,
    });
  });
}
