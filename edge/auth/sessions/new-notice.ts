import type { Context } from "hono";
import type { Actor } from "#contracts/events/envelope.ts";
import type { NoticeEvent } from "#db/accounts/insert-security-notice.ts";
import type { AppEnv } from "../../http/env.ts";

/** @param actor null for the account itself */
export function newNotice(c: Context<AppEnv>, actor: Actor | null = null): NoticeEvent {
  const { makeId, correlationId, traceparent = null, now } = c.var.events;
  const id = makeId("event");
  return { id, correlationId: correlationId ?? id, traceparent, at: now().toISOString(), actor };
}
