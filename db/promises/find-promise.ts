import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { promises } from "#db/schema/promises.ts";

export type PromiseRow = NonNullable<Awaited<ReturnType<typeof findPromise>>>;

/** Of a `promises` row left joined with `subscriptions`. */
export const promiseFields = {
  id: promises.id,
  rule: promises.rule,
  subjectId: promises.subjectId,
  /** Null for an enquiry. */
  customerId: subscriptions.customerId,
  startedByEvent: promises.startedByEvent,
  startedAt: promises.startedAt,
  warnAt: promises.warnAt,
  warnedAt: promises.warnedAt,
  dueAt: promises.dueAt,
  missedAt: promises.missedAt,
  keptByEvent: promises.keptByEvent,
  keptAt: promises.keptAt,
  releasedByEvent: promises.releasedByEvent,
  releasedReason: promises.releasedReason,
  releasedAt: promises.releasedAt,
};

export async function findPromise(db: Db, id: number) {
  const [row] = await db
    .select(promiseFields)
    .from(promises)
    .leftJoin(subscriptions, eq(subscriptions.id, promises.subjectId))
    .where(eq(promises.id, id));
  return row ?? null;
}
