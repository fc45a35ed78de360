import type { TestDatabase } from "./database.ts";
import { newId } from "./pipeline.ts";

/** The notices of all accounts, sorted: ids of one millisecond have no order. */
export async function noticesIn(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.query<{ notice: string }>(
    `select payload->>'notice' as notice from outbox_events
     where type = 'SecurityNoticeRequested' and payload->>'userId' = aggregate_id order by notice`,
  );
  return rows.map(({ notice }) => notice);
}

export function noticeEvent(at = "2026-11-22T12:00:00.000Z") {
  const id = newId("event");
  return { id, correlationId: id, at, actor: null };
}
