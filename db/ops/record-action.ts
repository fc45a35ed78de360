import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, type outboxEvents } from "#db/schema/events.ts";

export async function recordAction(
  db: Db,
  event: typeof outboxEvents.$inferSelect,
  input: { action: string; by: string; reason: string; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  await db.insert(auditLog).values({
    eventId: event.id,
    action: input.action,
    actor: { kind: "ops", name: input.by },
    subjectType: event.aggregateType,
    subjectId: event.aggregateId,
    data: {
      event: event.type,
      correlationId: event.correlationId,
      reason: input.reason,
      ...input.data,
    },
    at: sql`now()`,
  });
}
