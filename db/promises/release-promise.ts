import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { Reason } from "#db/reason.ts";
import { auditLog } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise } from "./select-promises.ts";

type ReleaseRequest = {
  id: number;
  /** The operator's name. */
  by: string;
  reason: string;
  /** ISO 8601 */
  at: string;
};

/**
 * @returns false when it was kept or released before
 * @throws {z.ZodError} when the reason is empty or too long
 */
export async function releasePromise(db: Db, request: ReleaseRequest): Promise<boolean> {
  const { id, by, at } = request;
  const reason = Reason.parse(request.reason);
  return db.transaction(async (tx) => {
    const [released] = await tx
      .update(promises)
      .set({ releasedAt: at, releasedReason: reason })
      .where(and(eq(promises.id, id), isOpenPromise))
      .returning({
        event: promises.startedByEvent,
        rule: promises.rule,
        subject: promises.subjectId,
      });
    if (released === undefined) return false;
    await tx.insert(auditLog).values({
      eventId: released.event,
      action: "promise.released",
      actor: { kind: "ops", name: by },
      subjectType: "promise",
      subjectId: released.subject,
      data: { promiseId: id, rule: released.rule, reason },
      at,
    });
    return true;
  });
}
