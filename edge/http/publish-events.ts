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

/** Builds an event of this request, for the statement that makes it true. */
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
    // The compiler cannot follow the type through a union.
  } as EventOf<T>;
}

export const VISITOR_ACTOR: Actor = { kind: "visitor" };

/** Publishes written events after the response. If it fails, the relay publishes them. */
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
