import { z } from "zod";
import { type EventId, idPattern } from "#contracts/ids.ts";

/** The cause of an event. Ids only: an event carries no personal data. */
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
 * Builds an event schema from the common envelope.
 *
 * @param version raised when `data` changes shape; older workers leave newer versions for their
 * deploy
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
    /** Id of the HTTP request; in every log line, mail header and audit row that follows. */
    correlationId: z.string().min(1).max(100),
    data,
  });
}
