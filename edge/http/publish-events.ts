import type { Context } from "hono";
import {
  type DomainEvent,
  EVENT_VERSIONS,
  type EventOf,
  type EventType,
} from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import type { AppEnv } from "./env.ts";
import { spendBudget } from "../auth/limits/send-budget.ts";
import type { AuthDeps } from "../auth/deps.ts";

/** Makes an event of this request, to be written by the statement that makes it true. */
export function makeEvent<T extends EventType>(
  c: Context<AppEnv>,
  { makeId, now }: Pick<AuthDeps, "makeId" | "now">,
  type: T,
  actor: Actor,
  data: EventOf<T>["data"],
): EventOf<T> {
  return {
    id: makeId("event"),
    type,
    version: EVENT_VERSIONS[type],
    occurredAt: now().toISOString(),
    actor,
    correlationId: c.var.requestId,
    data,
    // One shape for all of them, which the compiler cannot follow through a union.
  } as EventOf<T>;
}

export const VISITOR_ACTOR: Actor = { kind: "visitor" };

/** Hands events that are written to the queue, after the answer. Where that fails the relay finds them. */
export function publishEvents(
  c: Context<AppEnv>,
  { publish }: Pick<AuthDeps, "publish">,
  events: readonly DomainEvent[],
): void {
  spendBudget(c, events);
  const { now } = publish;
  if (now === null) return;
  const { log } = c.var;
  for (const { id, type, version } of events) {
    c.executionCtx.waitUntil(
      now({ eventId: id, type, version }).catch(() =>
        log.warn("publish_deferred", { eventId: id }),
      ),
    );
  }
}
