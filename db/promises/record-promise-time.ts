import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise, type PromiseRow } from "./select-promises.ts";

/** One statement: of two workers one writes the event, and none for a promise that was kept meanwhile. */
export async function recordPromiseTime(
  db: Db,
  event: EventOf<"PromiseDue"> | EventOf<"PromiseMissed">,
  promise: PromiseRow,
): Promise<void> {
  const column = event.type === "PromiseDue" ? promises.warnedAt : promises.missedAt;
  const which = and(eq(promises.id, event.data.promiseId), isNull(column), isOpenPromise) as SQL;
  await db.execute(sql`with recorded as (
      update ${promises} set ${sql.identifier(column.name)} = ${event.occurredAt}::timestamptz
      where ${which} returning id
    ) ${insertEvent(event, aggregateOf(promise), sql`from recorded`)}`);
}

function aggregateOf({ customerId, userId, enquiryId, subjectId }: PromiseRow) {
  if (customerId !== null) return { type: "customer", id: customerId } as const;
  if (userId !== null) return { type: "user", id: userId } as const;
  return { type: "form_submission", id: enquiryId ?? subjectId } as const;
}
