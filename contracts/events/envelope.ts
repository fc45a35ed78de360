import * as z from "zod";
import { type Id, type IdKind, isId } from "#contracts/ids.ts";

export const Actor = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("visitor") }),
  z.strictObject({ kind: z.literal("user"), userId: z.uuid() }),
  z.strictObject({ kind: z.literal("ops"), name: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal("system"), name: z.string().min(1).max(100) }),
]);
export type Actor = z.infer<typeof Actor>;

export const idSchema = <K extends IdKind>(kind: K) =>
  z.custom<Id<K>>((value) => typeof value === "string" && isId(kind, value), `not an id: ${kind}`);

/**
 * @param data ids and closed enumerations only
 * @param version raised when `data` changes shape; older workers leave newer versions to newer workers
 */
export function eventSchema<
  T extends string,
  D extends z.core.$ZodLooseShape,
  const V extends number = 1,
>(type: T, data: D, version: V = 1 as V) {
  return z.strictObject({
    id: idSchema("event"),
    type: z.literal(type),
    version: z.literal(version),
    occurredAt: z.iso.datetime(),
    actor: Actor,
    /** The HTTP request's id, in every log line, mail header and audit row that follows. */
    correlationId: z.string().min(1).max(100),
    data: z.strictObject(data),
  });
}
