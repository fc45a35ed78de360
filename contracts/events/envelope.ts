import { z } from "zod";
import { type EventId, idPattern } from "#contracts/ids.ts";

/** Who caused an event. Ids only: an event never carries personal data. */
export const Actor = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("visitor") }),
  z.strictObject({ kind: z.literal("user"), userId: z.uuid() }),
  z.strictObject({ kind: z.literal("ops"), name: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal("system"), name: z.string().min(1).max(100) }),
]);
export type Actor = z.infer<typeof Actor>;

const eventId = z.custom<EventId>(
  (value) => typeof value === "string" && idPattern("event").test(value),
  "not an event id",
);

/**
 * The fields that every event has.
 *
 * @param type the event's name
 * @param version raised when `data` changes shape; a consumer that does not know a version waits for its deploy
 * @param data ids and closed enumerations only
 */
export function eventSchema<T extends string, V extends number, D extends z.ZodType>(
  type: T,
  version: V,
  data: D,
) {
  return z.strictObject({
    id: eventId,
    type: z.literal(type),
    version: z.literal(version),
    occurredAt: z.iso.datetime(),
    actor: Actor,
    /** The HTTP request that caused it; carried to every log line, mail header and audit row. */
    correlationId: z.string().min(1).max(100),
    data,
  });
}
