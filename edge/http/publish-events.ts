import type { Context } from "hono";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { spendBudget } from "../auth/limits/send-budget.ts";
import type { AppEnv } from "./env.ts";

export const VISITOR_ACTOR: Actor = { kind: "visitor" };

/** After the response. If it fails, the relay publishes the events. */
export function publishEvents(c: Context<AppEnv>, events: readonly DomainEvent[]): void {
  spendBudget(c, events);
  const { log, publish } = c.var;
  if (publish === null) return;
  for (const { id, type, version } of events) {
    c.executionCtx.waitUntil(
      publish({ eventId: id, type, version }).catch(() =>
        log.warn("publish_deferred", { eventId: id }),
      ),
    );
  }
}
