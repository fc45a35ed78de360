import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { promises } from "#db/schema/promises.ts";

export const isOpenPromise = and(isNull(promises.keptAt), isNull(promises.releasedAt));

export type PromiseRow = Awaited<ReturnType<typeof selectPromises>>[number];

/** To be narrowed by a `where`. */
export const selectPromises = (db: Db) =>
  db
    .select({
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
      keptBy: promises.keptBy,
      releasedByEvent: promises.releasedByEvent,
      releasedReason: promises.releasedReason,
      releasedAt: promises.releasedAt,
    })
    .from(promises)
    .leftJoin(subscriptions, eq(subscriptions.id, promises.subjectId))
    .$dynamic();
