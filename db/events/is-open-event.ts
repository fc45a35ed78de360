import { and, isNull } from "drizzle-orm";
import { outboxEvents } from "#db/schema/events.ts";

export const isOpenEvent = and(
  isNull(outboxEvents.completedAt),
  isNull(outboxEvents.deadLetteredAt),
);
