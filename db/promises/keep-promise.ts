import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Caller, callerOf, NOBODY } from "#db/calls/record-call.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { promises } from "#db/schema/promises.ts";
import { isOpenPromise } from "./select-promises.ts";

export type KeepingEvent =
  | EventOf<"EnquiryAnswered">
  | EventOf<"CustomerContacted">
  | EventOf<"CallArranged">
  | EventOf<"CallHeld">;

function aggregateOf(event: KeepingEvent, caller: Caller) {
  if (event.type === "CallHeld") return callerOf(event.data.callId, caller);
  return event.type === "EnquiryAnswered"
    ? ({ type: "form_submission", id: event.data.submissionId } as const)
    : ({ type: "customer", id: event.data.customerId } as const);
}

const Kept = z.object({ isKept: z.boolean() });

/**
 * Writes the event that keeps an open promise. One statement: the second of two operators waits at the lock, then writes
 * nothing.
 *
 * @returns false when it was kept or released before
 */
export async function keepPromise(
  db: Db,
  { id, event, caller = NOBODY }: { id: number; event: KeepingEvent; caller?: Caller },
): Promise<boolean> {
  const which = and(eq(promises.id, id), isOpenPromise) as SQL;
  const aggregate = aggregateOf(event, caller);
  const { isKept } = await oneRowOf(
    db,
    sql`with open as (
      select id from ${promises} where ${which} for update
    ), ${insertEventWithPromises("event", event, aggregate, sql`from open`)}
    select exists (select from open) as is_kept`,
    Kept,
  );
  return isKept;
}
