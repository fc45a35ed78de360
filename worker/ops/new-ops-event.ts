import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "./env.ts";

export function newOpsEvent<T extends EventType>(
  c: OpsContext,
  { makeId, now }: Pick<OpsDeps, "makeId" | "now">,
  type: T,
  data: EventOf<T>["data"],
): EventOf<T> {
  const context = { makeId, now, correlationId: c.get("requestId") };
  return newEvent(context, type, { kind: "ops", name: signedInOf(c).session.name }, data);
}
